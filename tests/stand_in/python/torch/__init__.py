"""As much of torch as propp's hook on it uses, for tests: kernels are launches of the stand-in
driver, and backward runs the nodes in the reverse of the order in which they were made."""

from . import autograd, nn, optim  # noqa: F401

launch = None


class compiler:
    @staticmethod
    def is_compiling():
        return False


class Node:
    made = 0

    def __init__(self, before, launches):
        Node.made += 1
        self.number, self.before, self.launches, self.hooks = Node.made, before, launches, []

    def _sequence_nr(self):
        return self.number

    def register_prehook(self, hook):
        self.hooks.append(hook)


class Tensor:
    def __init__(self, grad_fn=None):
        self.grad_fn = grad_fn

    def made_by_a_kernel(self, launches_in_backward=True):
        launch()
        return Tensor(Node(self.grad_fn, launches_in_backward))

    def backward(self):
        node = self.grad_fn
        while node is not None:
            for hook in node.hooks:
                hook(())
            if node.launches:
                launch()
            node = node.before
        autograd.Variable._execution_engine.finish()
