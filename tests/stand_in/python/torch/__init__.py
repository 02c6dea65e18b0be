"""As much of torch as propp's hook on it uses, for tests: kernels are launches of the stand-in
driver, and backward evaluates the nodes in the reverse of the order in which they were made."""

import ctypes
from threading import Thread

_autograd = ctypes.CDLL("libtorch_cpu.so")

from . import nn, optim  # noqa: E402, F401

launch = None


class compiler:
    @staticmethod
    def is_compiling():
        return False


class Node(ctypes.Structure):
    """At its address in Python, behind what all objects have, is its address in C, as in torch."""

    _fields_ = (
        ("_before", ctypes.c_void_p * 3),
        ("number", ctypes.c_uint64),
        ("_between", ctypes.c_uint64 * 2),
        ("_thread", ctypes.c_uint64),
    )

    def __init__(self, before, work):
        _autograd.stand_in_make(ctypes.byref(self))
        self.before, self.work = before, work

    def _sequence_nr(self):
        return self.number

    def evaluate(self):
        work = ctypes.CFUNCTYPE(None)(self.work)
        assert _autograd.stand_in_evaluate(ctypes.byref(self), work) == 1


class Adding(Node):
    """A node that adds up a gradient: it has no number."""

    def __init__(self, before):
        super().__init__(before, launch)
        self.number = 2**64 - 1


class Tensor:
    def __init__(self, grad_fn=None):
        self.grad_fn = grad_fn

    def view(self, shape):
        return Tensor(Node(self.grad_fn, lambda: None))

    def made_by_a_kernel(self, backward=None):
        launch()
        return Tensor(Node(self.grad_fn, backward or launch))

    def added_up(self):
        return Tensor(Adding(self.grad_fn))

    def backward(self):
        """On a thread of its own, as on a GPU."""

        def run():
            node = self.grad_fn
            while node is not None:
                node.evaluate()
                node = node.before

        thread = Thread(target=run)
        thread.start()
        thread.join()


def empty(shape, device, requires_grad):
    return Tensor()
