"""The floorperson's notebook: plain-text scenarios, played through the rules engine."""

from controller.scenario.lines import Scenario
from controller.scenario.notebook import ScenarioError, parse
from controller.scenario.play import Engine, Report, run

__all__ = ["Engine", "Report", "Scenario", "ScenarioError", "parse", "run"]
