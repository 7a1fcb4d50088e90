"""Functions that a WebAssembly module exports: each reads its arguments from one array of words, as `mam.engine.tables.wasm`
writes them, and calls a function that numba compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.np.arrayobj import make_array, populate_array

_WORD, _STATUS = ir.IntType(64), ir.IntType(32)


def describe(kind: Any) -> str:
    """Return a type of numba as `mam.engine.tables.wasm.flatten` describes the values of it."""
    match kind:
        case types.NoneType():
            return "none"
        case types.Boolean():
            return "bool"
        case types.Integer():
            return f"{'i' if kind.signed else 'u'}{kind.bitwidth // 8}"
        case types.Float():
            return f"f{kind.bitwidth // 8}"
        case types.Array() if kind.layout == "C":
            return f"{describe(kind.dtype)}[{kind.ndim}]"
        case types.BaseTuple():
            name = kind.instance_class.__name__ if isinstance(kind, types.BaseNamedTuple) else ""
            return f"{name}({', '.join(describe(field) for field in kind.types)})"
    raise TypeError(f"{kind} has no place in a list of words")


@global_compiler_lock
def add_entry(compiled: Any, name: str) -> str:
    """Return the code of a compiled function in LLVM's language, with an entry of this name that calls it.

    The entry returns 0, or something else if the function raised.
    """
    context, signature = compiled.target_context, compiled.signature
    library = context.codegen().create_library(name)
    library.add_linking_library(compiled.library)
    module = library.create_ir_module(name)
    function = ir.Function(
        module,
        context.call_conv.get_function_type(signature.return_type, signature.args),
        compiled.fndesc.llvm_func_name,
    )
    entry = ir.Function(module, ir.FunctionType(_STATUS, [_WORD.as_pointer()]), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    words = _Words(context, builder, entry.args[0])
    arguments = [words.read(kind) for kind in signature.args]
    status, answer = context.call_conv.call_function(
        builder, function, signature.return_type, signature.args, arguments
    )
    if not isinstance(signature.return_type, types.Boolean | types.Integer | types.NoneType):
        raise TypeError(f"{compiled.fndesc.qualname} returns {signature.return_type}, for which one word is no room")
    if not isinstance(signature.return_type, types.NoneType):
        builder.store(context.cast(builder, answer, signature.return_type, types.int64), entry.args[0])
    builder.ret(builder.zext(status.is_error, _STATUS))
    library.add_ir_module(module)
    library.finalize()
    code: str = library.get_llvm_str()
    return code


class _Words:
    """The arguments of an entry, read in order; the first word is for the answer."""

    def __init__(self, context: Any, builder: Any, address: Any) -> None:
        self.context, self.builder, self.address, self.place = context, builder, address, 0

    def _next(self) -> Any:
        self.place += 1
        return self.builder.load(self.builder.gep(self.address, [ir.Constant(_STATUS, self.place)]))

    def read(self, kind: Any) -> Any:
        """Return the next argument as numba passes it."""
        match kind:
            case types.NoneType():
                return self.context.get_dummy_value()
            case types.Boolean():
                return self.builder.icmp_unsigned("!=", self._next(), ir.Constant(_WORD, 0))
            case types.Integer():
                return (
                    self.builder.trunc(self._next(), ir.IntType(kind.bitwidth)) if kind.bitwidth < 64 else self._next()
                )
            case types.Float(bitwidth=64):
                return self.builder.bitcast(self._next(), ir.DoubleType())
            case types.Array():
                return self._read_array(kind)
            case types.BaseTuple():
                return self.context.make_tuple(self.builder, kind, [self.read(field) for field in kind.types])
        raise TypeError(f"{kind} has no place in a list of words")

    def _read_array(self, kind: Any) -> Any:
        array = make_array(kind)(self.context, self.builder)
        address, shape = self._next(), [self._next() for _ in range(kind.ndim)]
        size = self.context.get_abi_sizeof(self.context.get_data_type(kind.dtype))
        strides = [ir.Constant(_WORD, size)]
        for length in reversed(shape[1:]):
            strides.insert(0, self.builder.mul(strides[0], length))
        populate_array(
            array,
            data=self.builder.inttoptr(address, array.data.type),
            shape=shape,
            strides=strides,
            itemsize=ir.Constant(_WORD, size),
            meminfo=None,
        )
        return array._getvalue()
