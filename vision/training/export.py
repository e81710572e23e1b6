"""Writes a trained network as the ONNX file that the package ships."""

import logging
from pathlib import Path

import torch
from torch import nn

MODELS = Path(__file__).parent.parent / "models"


def export(net: nn.Module, name: str, shape: tuple[int, int, int]) -> None:
    """Write the file; any number of pictures at once, and any size where the net allows it."""
    MODELS.mkdir(exist_ok=True)
    path = MODELS / f"{name}.onnx"
    axes = {0: "n"} if name == "reader" else {0: "n", 2: "tall", 3: "wide"}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns of the old exporter
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, *shape),),
        str(path),
        input_names=["pictures"],
        output_names=["out"],
        dynamic_axes={"pictures": axes},
        opset_version=13,
        dynamo=False,
    )
    net.train()
