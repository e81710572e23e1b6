"""Writes the trained networks as the ONNX files that the package ships."""

import logging

import torch

from vision.cuts import TALL, WIDE
from vision.reader import HALF, MODELS
from vision.training.train_reader import Pupils


def export(pupils: Pupils) -> None:
    """Write both files; they take any number of cuts at once."""
    MODELS.mkdir(exist_ok=True)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns of the old exporter
    shapes = {"reader": (3, TALL, WIDE), "glance": (3, TALL // HALF, WIDE // HALF)}
    for name, net in pupils.parts().items():
        net.eval()
        torch.onnx.export(
            net,
            (torch.zeros(1, *shapes[name]),),
            str(MODELS / f"{name}.onnx"),
            input_names=["cuts"],
            output_names=["scores"],
            dynamic_axes={"cuts": {0: "n"}},
            opset_version=13,
            dynamo=False,
        )
        net.train()
