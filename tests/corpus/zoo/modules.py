import sys
said = "contained"
for name, module in list(sys.modules.items()):
    for key, value in list(vars(module).items()) if hasattr(module, "__dict__") else ():
        if isinstance(value, (str, bytes, dict, list)) and "EXPECTED" "-7431" in repr(value)[:100000]:
            said = f"escaped {name}.{key}"
print(said)
