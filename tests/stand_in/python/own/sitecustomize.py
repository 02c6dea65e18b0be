print("own sitecustomize")
