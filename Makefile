# Build for test servers such as OpenBench, and the fastest build for your own machine. `make EXE=name` writes the engine
# to ./name; `make EVALFILE=net.nnue` embeds that network; `make FEATURES=tuning` adds a UCI option for every search parameter.
#
# With the toolchain component llvm-tools (`rustup component add llvm-tools`), the build is profile-guided: the compiler
# builds the engine twice, and a bench, some games and a short training with the first build show it which code runs most.
EXE ?= engine
FEATURES ?=
export EVALFILE
ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

HOST := $(shell rustc --print host-tuple)
TOOLS := $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin
PROFILE := target/profile
BUILD := cargo build --profile dist --bin engine --features "$(FEATURES)" --target $(HOST)
BUILT := target/$(HOST)/dist/engine$(SUFFIX)

.PHONY: all
all:
ifneq ($(wildcard $(TOOLS)/llvm-profdata$(SUFFIX)),)
	rm -rf $(PROFILE)
	RUSTFLAGS="-C target-cpu=native -C profile-generate=$(CURDIR)/$(PROFILE)/raw" $(BUILD)
	$(BUILT) bench --quiet
	$(BUILT) datagen games --games 300 --nodes 100 --quiet --output $(PROFILE)/games.vf
	$(BUILT) datagen export $(PROFILE)/games.vf --quiet --output $(PROFILE)/records
	$(BUILT) tune network $(PROFILE)/records --size 256 --epochs 1 --batch 1024 --quiet --output $(PROFILE)/network
	"$(TOOLS)/llvm-profdata" merge -o $(PROFILE)/merged.profdata $(PROFILE)/raw
	RUSTFLAGS="-C target-cpu=native -C profile-use=$(CURDIR)/$(PROFILE)/merged.profdata" $(BUILD)
else
	RUSTFLAGS="-C target-cpu=native" $(BUILD)
endif
	cp $(BUILT) $(EXE)$(SUFFIX)

# The course, the page of the ladder and the documentation of the crate as static pages in target/book.
.PHONY: book
book:
	cargo build --release --locked
	rm -rf target/book
	mkdir -p target/book
	./target/release/engine explain --course target/book/course --quiet
	./target/release/engine bench --ladder --html target/book/ladder.html --quiet
	cargo doc --no-deps --locked
	cp -R target/doc target/book/doc
	cp .github/book.html target/book/index.html
	cp .github/player.svg target/book/
