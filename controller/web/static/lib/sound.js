// Two tones for an alert. A browser may want a touch before it lets a page sound: sounding() tells.

let context = null;

export function unlock() {
  context ||= new AudioContext();
  return context.resume();
}

export const sounding = () => context !== null && context.state === "running";

const TONES = { stop: [880, 622, 880, 622], fix: [740, 740], floor: [523, 659, 784], note: [], question: [587] };

export function alert(severity) {
  if (!sounding()) return;
  (TONES[severity] || []).forEach((pitch, at) => {
    const start = context.currentTime + at * 0.18;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loud = new GainNode(context, { gain: 0 });
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(0.35, start + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
    tone.connect(loud).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.17);
  });
}
