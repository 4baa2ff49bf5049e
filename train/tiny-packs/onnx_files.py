"""Writes ONNX files as the published packs have them: weights of 8 bits, and decoders merged from two graphs."""

import io

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

# Weights with fewer numbers stay as they are.
LEAST_QUANTIZED = 1_000
OPSET = 14


def exported(module, inputs, input_names, output_names, dynamic_axes):
    """The graph of a torch module as an ONNX model."""
    file = io.BytesIO()
    torch.onnx.export(
        module,
        inputs,
        file,
        input_names=input_names,
        output_names=output_names,
        dynamic_axes={name: dynamic_axes[name] for name in dynamic_axes if name in [*input_names, *output_names]},
        opset_version=OPSET,
        do_constant_folding=True,
    )
    return onnx.load_from_string(file.getvalue())


def quantized(model):
    """Keeps large weights as 8 bit integers with one scale each, which DequantizeLinear turns back."""
    graph = model.graph
    kept, nodes = [], []
    for initializer in graph.initializer:
        values = numpy_helper.to_array(initializer)
        if values.dtype != np.float32 or values.size < LEAST_QUANTIZED:
            kept.append(initializer)
            continue
        scale = np.float32(np.abs(values).max() / 127 or 1)
        whole = np.clip(np.round(values / scale), -127, 127).astype(np.int8)
        name = initializer.name
        kept.append(numpy_helper.from_array(whole, f"{name}_quantized"))
        kept.append(numpy_helper.from_array(scale, f"{name}_scale"))
        kept.append(numpy_helper.from_array(np.int8(0), f"{name}_zero_point"))
        parts = [f"{name}_quantized", f"{name}_scale", f"{name}_zero_point"]
        nodes.append(helper.make_node("DequantizeLinear", parts, [name], name=f"{name}_dequantize"))
    del graph.initializer[:]
    graph.initializer.extend(kept)
    others = list(graph.node)
    del graph.node[:]
    graph.node.extend([*nodes, *others])
    return model


def merged(first, later):
    """
    One decoder of two, as Hugging Face's optimum merges them: `use_cache_branch` chooses between the graph of the first
    step and that of the later ones, which reads what the former steps have computed. Weights are shared.
    """
    shared = {initializer.name: initializer for initializer in first.graph.initializer}
    branches = []
    for model, prefix in ((first, "first"), (later, "later")):
        graph = model.graph
        inside = {output for node in graph.node for output in node.output}
        names = {name: f"{prefix}_{name}" for name in inside}
        for initializer in graph.initializer:
            same = shared.get(initializer.name)
            if same is not None and same.raw_data == initializer.raw_data:
                continue
            names[initializer.name] = f"{prefix}_{initializer.name}"
            copy = TensorProto()
            copy.CopyFrom(initializer)
            copy.name = names[initializer.name]
            shared[copy.name] = copy
        nodes = []
        for node in graph.node:
            copy = onnx.NodeProto()
            copy.CopyFrom(node)
            copy.name = f"{prefix}_{node.name}"
            copy.input[:] = [names.get(name, name) for name in node.input]
            copy.output[:] = [names.get(name, name) for name in node.output]
            nodes.append(copy)
        outputs = []
        for output in graph.output:
            info = onnx.ValueInfoProto()
            info.CopyFrom(output)
            info.name = names.get(output.name, output.name)
            outputs.append(info)
        branches.append(helper.make_graph(nodes, prefix, [], outputs))
    use_cache = helper.make_tensor_value_info("use_cache_branch", TensorProto.BOOL, [1])
    choose = helper.make_node(
        "If",
        ["use_cache_branch"],
        [output.name for output in first.graph.output],
        then_branch=branches[1],
        else_branch=branches[0],
    )
    known = {info.name for info in later.graph.input}
    inputs = [*(info for info in first.graph.input if info.name not in known), *later.graph.input]
    graph = helper.make_graph(
        [choose],
        "decoder",
        [*inputs, use_cache],
        list(first.graph.output),
        list(shared.values()),
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def save(model, path):
    """Checks the model and writes it."""
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    print(f"{path.name}: {path.stat().st_size:,} bytes")
