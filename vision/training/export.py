"""Writes a trained network as the ONNX file that the package ships."""

import logging
from pathlib import Path

import torch
from torch import nn

MODELS = Path(__file__).parent.parent / "models"


def export(net: nn.Module, name: str, shape: tuple[int, int, int]) -> None:
    """Write the file; it takes any number of pictures at once."""
    MODELS.mkdir(exist_ok=True)
    path = MODELS / f"{name}.onnx"
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns of the old exporter
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, *shape),),
        str(path),
        input_names=["pictures"],
        output_names=["out"],
        dynamic_axes={"pictures": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    net.train()
