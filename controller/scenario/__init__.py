"""The floorperson's notebook: plain-text scenarios, played through the rules engine."""

from controller.scenario.evidence import Role
from controller.scenario.lines import Scenario
from controller.scenario.notebook import ScenarioError, parse
from controller.scenario.other_game import run_in
from controller.scenario.play import Engine, Report, run

__all__ = ["Engine", "Report", "Role", "Scenario", "ScenarioError", "parse", "run", "run_in"]
