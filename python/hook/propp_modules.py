"""Whose kernel it is: tells propp's library which module of PyTorch is running.

Calls of modules are told to the library. In backward it asks PyTorch itself which node of the
autograd graph runs, and knows by the node's number which module made it: no Python runs there.

Nothing here may be noticed by the program: what fails switches the hooks off.
"""

import sys
import threading
from weakref import ref

import propp_ranges

_library = None
_is_off = False

#: What is known of a module, by its id: a weak reference to it, its path, and the library's numbers
#: for its forward and its backward. Each call of a module looks here, so it is no WeakKeyDictionary.
_known = {}

#: Wrappers that are no part of the model as its author sees it.
_WRAPPERS = {"DataParallel", "DistributedDataParallel", "FullyShardedDataParallel"}


#: As if no module were running.
_NOBODY = (None, "", 0, 0)


class _Thread(threading.local):
    """What is known of the innermost module that is running on a thread."""

    running = _NOBODY


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

    global _is_compiling, _call, _tell
    _is_compiling = torch.compiler.is_compiling
    _tell = _library.propp_owner
    _follow_backward(torch)
    # Hooks for all modules (`register_module_forward_hook`) would take the short way of each call,
    # and torch.compile warns of them. It looks into modules past this attribute.
    _call = torch.nn.Module.__call__
    torch.nn.Module.__call__ = _called
    optimizer.register_optimizer_step_pre_hook(_before_step)
    optimizer.register_optimizer_step_post_hook(_after_step)


def _follow_backward(torch):
    """Shows the library a node of the autograd graph and its number, so that it knows its own way."""
    from ctypes import c_void_p

    node = torch.empty((), device="cpu", requires_grad=True).view(()).grad_fn
    # Behind what all of Python's objects have, a node has its address.
    address = c_void_p.from_address(id(node) + object.__basicsize__).value
    _library.propp_autograd(address, node._sequence_nr())


def _called(self, *args, **kwargs):
    """In place of `torch.nn.Module.__call__`."""
    # While it compiles, torch.compile takes the first for true, and leaves the rest out.
    if _is_compiling() or _is_off:
        return _call(self, *args, **kwargs)
    outer = _thread.running
    known = _known.get(id(self))
    if known is None or known[0]() is not self:
        known = _guarded(_learn, self, outer) or _NOBODY
    _thread.running = known
    _tell(known[2], known[3])
    try:
        return _call(self, *args, **kwargs)
    finally:
        _thread.running = outer
        _tell(outer[2], outer[3])


def _learn(module, outer):
    """Gives a module that is called for the first time its path, and those below it."""
    name = type(module).__name__
    if name in _WRAPPERS:
        _known[id(module)] = known = (ref(module), *outer[1:])
        return known
    if not outer[1]:
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


def _switch_off():
    global _is_off
    _is_off = True
    _library.propp_owner(0, 0)


def _before_step(optimizer, arguments, keywords):
    if not _is_compiling() and not _is_off:
        _tell(_library.propp_name(f"{type(optimizer).__name__} (optimizer)".encode()), 0)


def _after_step(optimizer, arguments, keywords):
    if not _is_compiling() and not _is_off:
        running = _thread.running
        _tell(running[2], running[3])
