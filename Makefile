# Build for test servers such as OpenBench. `make EXE=name` writes the engine to ./name; `make EVALFILE=net.nnue` embeds that network;
# `make FEATURES=tuning` adds a UCI option for every search parameter.
EXE ?= engine
FEATURES ?=
export EVALFILE
ifeq ($(OS),Windows_NT)
	NAME := $(EXE).exe
else
	NAME := $(EXE)
endif

.PHONY: all
all:
	cargo rustc --profile dist --bin engine --features "$(FEATURES)" -- -C target-cpu=native --emit link=$(NAME)
