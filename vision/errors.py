"""What can go wrong with pictures and cameras, each said in one line."""


class VisionError(Exception):
    """Something a person at the table can mend: what was expected, what came, what to do."""


class PictureError(VisionError):
    """A file that cannot be read as a picture."""


class CameraError(VisionError):
    """A camera that is not there, or gives no picture."""


class MarkerError(VisionError):
    """A table without its four markers in the picture."""


class CalibrationError(VisionError):
    """A calibration that is missing or not one."""
