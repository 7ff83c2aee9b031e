# Build for test servers such as OpenBench. `make EXE=name` writes the engine to ./name; `make EVALFILE=net.nnue` embeds that network.
EXE ?= engine
export EVALFILE
ifeq ($(OS),Windows_NT)
	NAME := $(EXE).exe
else
	NAME := $(EXE)
endif

.PHONY: all
all:
	cargo rustc --profile dist --bin engine -- -C target-cpu=native --emit link=$(NAME)
