"""Whose kernel it is: tells propp's library which module of PyTorch is running.

Forward: calls of modules keep a stack of those that are running, one a thread. Backward: the
nodes of the autograd graph where one module's part ends and another one's begins get a hook that
says so. Autograd runs the nodes of a thread in the reverse of the order in which they were made,
so what runs after such a node belongs to the same module, up to the next one.

Nothing here may be noticed by the program: what fails switches the hooks off.
"""

import sys
import threading
from functools import partial
from weakref import ref

import propp_ranges

_library = None
_is_off = False

#: What is known of a module, by its id: a weak reference to it, its path, and the library's numbers
#: for its forward and its backward. Each call of a module looks here, so it is no WeakKeyDictionary.
_known = {}
#: For a number of the library, the hook on a node of the autograd graph.
_hooks = {}

#: Wrappers that are no part of the model as its author sees it.
_WRAPPERS = {"DataParallel", "DistributedDataParallel", "FullyShardedDataParallel"}


class _Thread(threading.local):
    """What is running on a thread."""

    def __init__(self):
        #: What is known of the modules that are running, outermost first.
        self.running = []
        #: Sequence numbers of nodes that say whose they are already.
        self.marked = set()


_thread = _Thread()


class _Finder:
    """Finds torch as the others do, and has it hooked when it is loaded."""

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        from importlib.util import find_spec

        spec = find_spec("torch")
        if spec is not None and hasattr(spec.loader, "exec_module"):
            load = spec.loader.exec_module

            def load_and_hook(module):
                load(module)
                _guarded(_install, module)

            spec.loader.exec_module = load_and_hook
        return spec


def wait_for_torch():
    """Installs the hooks when torch is imported."""
    global _library
    _library = propp_ranges.library()
    if _library is not None and "torch" not in sys.modules:
        sys.meta_path.insert(0, _Finder())


def _guarded(work, *arguments):
    try:
        return work(*arguments)
    except Exception:
        _switch_off()
        return None


def _install(torch):
    from torch.optim import optimizer

    global _Tensor, _is_compiling, _call
    _Tensor = torch.Tensor
    _is_compiling = torch.compiler.is_compiling
    # Hooks for all modules (`register_module_forward_hook`) would take the short way of each call,
    # and torch.compile warns of them. It looks into modules past this attribute.
    _call = torch.nn.Module.__call__
    torch.nn.Module.__call__ = _called
    optimizer.register_optimizer_step_pre_hook(_before_step)
    optimizer.register_optimizer_step_post_hook(_after_step)


def _called(self, *args, **kwargs):
    """In place of `torch.nn.Module.__call__`."""
    # While it compiles, torch.compile takes the first for true, and leaves the rest out.
    if _is_compiling() or _is_off:
        return _call(self, *args, **kwargs)
    running = _thread.running
    depth = len(running)
    try:
        _enter(self, running, args, kwargs)
    except Exception:
        _switch_off()
    output = None
    try:
        output = _call(self, *args, **kwargs)
        return output
    finally:
        if not _is_off:
            try:
                _leave(running, depth, output)
            except Exception:
                _switch_off()


def _enter(module, running, args, kwargs):
    known = _known.get(id(module))
    if known is None or known[0]() is not module:
        known = _learn(module, running)
    # What the inputs were made from belongs to whom this module is called by, unless somebody has
    # said so already.
    outer = running[-1][3] if running else 0
    _mark(args, outer)
    if kwargs:
        _mark(kwargs.values(), outer)
    running.append(known)
    _library.propp_owner(known[2])


def _leave(running, depth, output):
    backward = running[depth][3]
    del running[depth:]
    _mark((output,), backward)
    if running:
        _library.propp_owner(running[-1][2])
    else:
        _thread.marked.clear()
        _library.propp_owner(0)


def _learn(module, running):
    """Gives a module that is called for the first time its path, and those below it."""
    name = type(module).__name__
    outer = running[-1] if running else None
    if name in _WRAPPERS:
        path, forward, backward = outer[1:] if outer else ("", 0, 0)
        _known[id(module)] = known = (ref(module), path, forward, backward)
        return known
    if outer is None or not outer[1]:
        inner = getattr(module, "_orig_mod", None)
        root = name if inner is None else f"{type(inner).__name__}, compiled"
        for below, of in module.named_modules():
            _remember(of, f"{root}.{below}" if below else root)
        return _known[id(module)]
    # No part of the module that calls it.
    return _remember(module, f"{outer[1]}.{name}")


def _remember(module, path):
    number = _library.propp_name
    numbers = (number(f"{path} (forward)".encode()), number(f"{path} (backward)".encode()))
    _known[id(module)] = known = (ref(module), path, *numbers)
    return known


def _mark(values, number, depth=3):
    """Has the nodes that made tensors say whose they are when backward comes to them."""
    for value in values:
        if isinstance(value, _Tensor):
            node = value.grad_fn
            if node is None:
                continue
            place = node._sequence_nr()
            if place not in _thread.marked:
                _thread.marked.add(place)
                hook = _hooks.get(number)
                if hook is None:
                    hook = _hooks[number] = partial(_switch, number)
                node.register_prehook(hook)
        elif depth and isinstance(value, (tuple, list)):
            _mark(value, number, depth - 1)
        elif depth and isinstance(value, dict):
            _mark(value.values(), number, depth - 1)


def _switch(number, gradients):
    """Backward comes to another module's part."""
    if not _is_off and _library.propp_backward(number):
        # The first in this backward: the library is told of its end, too.
        _guarded(_queue_end)


def _switch_off():
    global _is_off
    _is_off = True
    _library.propp_owner(0)


def _queue_end():
    from torch.autograd import Variable

    Variable._execution_engine.queue_callback(_library.propp_backward_ends)


def _before_step(optimizer, arguments, keywords):
    if not _is_compiling() and not _is_off:
        _library.propp_owner(_library.propp_name(f"{type(optimizer).__name__} (optimizer)".encode()))


def _after_step(optimizer, arguments, keywords):
    if not _is_compiling() and not _is_off:
        running = _thread.running
        _library.propp_owner(running[-1][2] if running else 0)
