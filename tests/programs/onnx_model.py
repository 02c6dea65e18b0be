"""A small model through ONNX Runtime: two layers, made with onnx.helper, run ten times by the
CUDA provider if there is one. All numbers are integers.
"""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

onnxruntime.set_default_logger_severity(3)
first = (np.arange(128 * 64, dtype=np.float32).reshape(128, 64) * 7 % 5) - 2
second = (np.arange(64 * 16, dtype=np.float32).reshape(64, 16) * 3 % 7) - 3
nodes = [
    helper.make_node("MatMul", ["x", "first"], ["hidden"]),
    helper.make_node("Relu", ["hidden"], ["positive"]),
    helper.make_node("MatMul", ["positive", "second"], ["y"]),
]
graph = helper.make_graph(
    nodes,
    "two layers",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["rows", 128])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", 16])],
    [numpy_helper.from_array(first, "first"), numpy_helper.from_array(second, "second")],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)

wanted = ["CUDAExecutionProvider", "CPUExecutionProvider"]
providers = [name for name in wanted if name in onnxruntime.get_available_providers()]
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=providers)
if "CUDAExecutionProvider" not in session.get_providers():
    print("ONNX Runtime: the CUDA provider is absent")
for call in range(10):
    x = (np.arange(256 * 128, dtype=np.float32).reshape(256, 128) + call) % 3 - 1
    (y,) = session.run(["y"], {"x": x})
    assert (y == np.maximum(x @ first, 0) @ second).all()
print(f"ten runs, the last result's sum is {int(y.sum())}")
