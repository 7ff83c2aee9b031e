# For OpenBench and the like: `make EXE=name` leaves the engine at ./name; with `EVALFILE=net.nnue` that net is part of it.
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
