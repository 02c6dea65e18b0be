class _Engine:
    def __init__(self):
        self.callbacks = []

    def queue_callback(self, callback):
        self.callbacks.append(callback)

    def finish(self):
        callbacks, self.callbacks = self.callbacks, []
        for callback in callbacks:
            callback()


class Variable:
    _execution_engine = _Engine()
