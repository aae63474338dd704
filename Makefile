# The commands of this project, each a thin line over cargo or a script. `make help` lists those with `##Group: text`;
# what only CI needs has no such text.
#
# On a fresh machine: Rust for all but what is named; all that has to do with Python wants Python 3.11 with pip, the
# checks of it, the site and all that has to do with Node want Node 20 with npm, C and C++ want gcc, g++ and Python,
# `test` wants all of them, `demo LOCAL=1` Python with pip. Scripts install what they need into .tools/, and npm's
# packages beside their lists.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Everything shares one build folder. The pool of `test` alone runs steps side by side, when what they share is built.
ifndef POOL
.NOTPARALLEL:
endif

CARGO ?= cargo
# On CI the lock file rules.
LOCKED := $(if $(CI),--locked)
TARGET := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)
ifdef CI
# Where every build of the Node addon leaves notes of its declarations, which would take a build of their own to check.
export NAPI_TYPE_DEF_TMP_FOLDER := $(abspath $(TARGET))/napi-notes
endif
BIN := $(TARGET)/debug
# One set of packages and targets for every step, or features differ and dependencies are compiled twice.
ALL := --workspace --all-targets $(LOCKED)

DRIVERS ?= rust,python,node,c
TRANSCRIPTS ?=
LOCAL ?=
BENCH ?=
FUZZ_SECONDS ?= 60
PYTEST ?=
NODETEST ?=
PREFIX ?= /usr/local
EMULATOR ?=

# The interpreter of the project's own Python environment, which `make python` sets up.
PYTHON_DEV = $(abspath $(or $(PARLOUR_TOOLS),.tools))/python/bin/python
C_LIB = $(abspath $(TARGET))/c
NATIVE := bindings/python/python/parlour/_native.abi3.so

# The question goes to the demo as it was typed: make must not expand it, and no shell may see it. A PROMPT from the
# environment (some shells use the name for their own prompt) is not a question.
export DEMO_PROMPT = $(if $(filter command,$(firstword $(origin PROMPT))),$(value PROMPT))
unexport PROMPT

.PHONY: help
help:
	@awk -f scripts/help.awk Makefile

.PHONY: demo
demo: ##Working: a conversation in the terminal [PROMPT="your question"] [LOCAL=1 for a small real model]
	$(CARGO) build $(if $(CI),$(ALL),-p parlour-examples --bin demo)
	@$(if $(filter-out 0 no,$(LOCAL)),scripts/demo-local.sh) "$(BIN)/demo"

.PHONY: test
test: fmt-check house begin deny-lock lint lint-bindings ##Testing: everything CI asks for
test: unit use-and-packages

# Two cores have time for both: what is installed waits for the network, and a release is linked on one core.
.PHONY: begin
begin:
	scripts/side-by-side.sh "$(MAKE) --no-print-directory build" scripts/python/env.sh scripts/node/env.sh \
		scripts/c/env.sh scripts/valkey.sh "scripts/schema.sh install" "scripts/json-schema-suite.sh install" \
		scripts/docs/env.sh

# Checkers of types keep one core busy each.
.PHONY: lint-bindings
lint-bindings: generate-check
	scripts/side-by-side.sh "$(MAKE) --no-print-directory python-lint c-library-lint" \
		"$(MAKE) --no-print-directory node-lint docs-lint"

# One step for each core, the longest first. None writes what another reads: what they share is built before, and is not
# looked at again. Each step's output is shown when it ends.
JOBS ?= 2
.PHONY: use-and-packages pool
use-and-packages: python node c-driver
	$(MAKE) --no-print-directory --jobs=$(JOBS) --output-sync=target POOL=yes \
		-o build -o python -o node -o c -o c-driver pool
pool: releases python-test node-test conformance c-headers shuttle python-compat-test c-test-valgrind c-test-sanitize \
	c-test-plain fuzz package-node package-c package-python-check sdk-check recipes-quick examples-python \
	examples-node examples-c examples fleet telemetry schema-check json-schema-suite features package loom doc

.PHONY: fleet fleet-ray
fleet: build python node c ##Testing: processes that share the limits of a key; jobs of Celery, with workers killed
	scripts/valkey.sh
	$(PYTHON_DEV) tests/fleet/run.py $(BIN)/parlour-emulator "$$(scripts/valkey.sh)" "$(C_LIB)"
	$(PYTHON_DEV) tests/fleet/jobs.py celery "$$(scripts/valkey.sh)"

fleet-ray: python ##Testing: jobs of Ray, with workers killed (installs it, 280 MB); not a part of `test`
	scripts/python/ray.sh

.PHONY: telemetry
telemetry: build python node ##Testing: spans and metrics of two languages, as a receiver of OTLP gets them
	$(PYTHON_DEV) tests/telemetry/run.py

.PHONY: releases
releases: # the parts of the packages, in release; the wheel first, which shares crates with the others and changes them
	scripts/python/env.sh
	scripts/python/package.sh wheel
	POOL= scripts/build-releases.sh

.PHONY: build
build: ##Working: every crate, test and bench
	$(CARGO) build $(ALL)

.PHONY: fmt
fmt: ##Working: formats the Rust code
	$(CARGO) fmt --all

.PHONY: fmt-check
fmt-check:
	$(CARGO) fmt --all --check

.PHONY: house
house: ##Checking: the rules of the house that no compiler knows
	scripts/house.sh

.PHONY: lint
lint: ##Checking: clippy, warnings are errors
	$(CARGO) clippy $(ALL) -- -D warnings

.PHONY: features
features: ##Checking: clippy of the core without cargo features, and with each alone
	scripts/features.sh

.PHONY: unit
unit: ##Testing: cargo test of the workspace, doctests included
	$(CARGO) test --workspace $(LOCKED)

# A folder of its own: the flag would have everything else compiled again.
.PHONY: loom
loom: ##Testing: every interleaving of the wake-up protocol
	CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 \
	RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR="$(TARGET)/loom" $(CARGO) test --release -p parlour-port --test loom $(LOCKED)

# A folder of its own, as for `loom`. Dependencies are not optimised: they are compiled for these tests alone.
.PHONY: shuttle
shuttle: ##Testing: schedules of the limiter
	CARGO_PROFILE_DEV_DEBUG=none RUSTFLAGS="--cfg shuttle" CARGO_TARGET_DIR="$(TARGET)/shuttle" \
	$(CARGO) test -p parlour --lib --no-default-features --features conversation $(LOCKED) \
		--config 'profile.dev.package."*".opt-level=0' -- schedules

.PHONY: docs
docs: ##Documents: the pages of docs/ as a site, in target/site; a link that leads nowhere is an error
	scripts/docs/build.sh

# Not after `python`: it runs beside `python-lint`, and two would put the module into its place at once.
.PHONY: docs-lint
docs-lint: docs node ##Checking: compiles the code blocks of the pages and READMEs (Rust's are doctests); the workflows
	scripts/python/env.sh
	scripts/docs/snippets.py
	scripts/docs/workflows.sh

# The database of vulnerabilities changes without a commit here and is fetched from the network: a workflow runs `deny`,
# `test` the part that changes with Cargo.lock only.
.PHONY: deny deny-lock
deny: ##Checking: vulnerabilities, licences, duplicate versions and sources of dependencies
	scripts/deny.sh
deny-lock: # the same without vulnerabilities
	scripts/deny.sh lock

.PHONY: doc
doc: ##Documents: the API documentation, warnings are errors
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps $(LOCKED)

.PHONY: conformance
conformance: build python node c-driver ##Testing: the shared cases [DRIVERS=rust,...] [TRANSCRIPTS=recordings]
	PYTHON="$(PYTHON_DEV)" "$(BIN)/conformance" --jobs 8 --drivers "$(DRIVERS)" --transcripts "$(TRANSCRIPTS)"

.PHONY: examples
examples: build ##Testing: runs every example against the emulator
	scripts/examples.sh "$(BIN)"

# Put into place by a rename: a program that runs with the old module keeps it.
.PHONY: generate
generate: ##Working: types, errors, settings and reference pages of every language, from schema/
	scripts/schema.sh generate

.PHONY: generate-check
generate-check:
	scripts/schema.sh check
	scripts/schema.sh test
	scripts/schema.sh cases

.PHONY: python
python: build ##Working: the Python package in the source tree, and .tools/python to work on it
	scripts/python/env.sh
	@built="$(BIN)/lib_native.so"; [ -e "$$built" ] || built="$(BIN)/lib_native.dylib"; \
	cmp -s "$$built" "$(NATIVE)" || { cp "$$built" "$(NATIVE).new"; mv "$(NATIVE).new" "$(NATIVE)"; }

.PHONY: python-fmt
python-fmt: ##Working: formats the Python code
	scripts/python/env.sh
	scripts/python/lint.sh fix

.PHONY: python-lint
python-lint: python ##Checking: ruff, mypy --strict, stubtest, pyright
	scripts/python/lint.sh

.PHONY: python-test
python-test: python ##Testing: pytest [PYTEST="-k fork"]
	cd bindings/python && "$(PYTHON_DEV)" -m pytest $(PYTEST)

.PHONY: python-compat-test
python-compat-test: python ##Testing: pytest of parlour-compat, the names of the official SDK [PYTEST="-k tracer"]
	cd bindings/python-compat && "$(PYTHON_DEV)" -m pytest $(PYTEST)

.PHONY: examples-python
examples-python: python ##Testing: runs every Python example against the emulator
	scripts/examples-python.sh "$(PYTHON_DEV)"

.PHONY: node
node: build ##Working: the Node packages `parlour` and `parlour-compat` in the source tree
	scripts/node/env.sh
	scripts/node/build-native.sh debug
	scripts/node/compile.sh

.PHONY: node-fmt
node-fmt: ##Working: formats the TypeScript
	scripts/node/lint.sh fix

.PHONY: node-lint
node-lint: node ##Checking: tsc --strict, eslint, prettier, the generated declarations
	scripts/node/lint.sh
	scripts/node/build-native.sh types --check

.PHONY: node-test
node-test: node ##Testing: node --test [NODETEST="test/abort.test.mjs"]
	scripts/node/test.sh $(NODETEST)

.PHONY: examples-node
examples-node: node ##Testing: runs every Node example against the emulator
	scripts/examples-node.sh

.PHONY: platforms
platforms: ##Packaging: compiles the Node package's binary for the other platforms, on x64 Linux; not a part of `test`
	scripts/node/platforms.sh

.PHONY: package-node
package-node: $(if $(POOL),releases) ##Packaging: the npm packages, in dist/node/, and tests their installation
	scripts/node/env.sh
	scripts/node/package.sh

.PHONY: c
c: build ##Working: libparlour.so and libparlour.a, in target/c/
	scripts/c/build.sh

.PHONY: c-lint c-library-lint c-headers
c-lint: c-library-lint c-headers ##Checking: the headers (as generated, every standard), exports, the ABI
c-library-lint: c
	scripts/c/env.sh
	scripts/c/header.sh --check
	scripts/c/exports.sh "$(C_LIB)/libparlour.so"
	scripts/c/abi.sh "$(C_LIB)"
# Minutes of compilers: the pool of `test` has work for the core that this leaves idle at its end.
c-headers:
	scripts/c/env.sh
	scripts/c/headers.sh

.PHONY: c-test c-test-plain c-test-sanitize c-test-valgrind
c-test: c-test-plain c-test-sanitize c-test-valgrind ##Testing: the C and C++ tests: plain, sanitizers, valgrind
c-test-plain: c
	PARLOUR_C_LIB="$(C_LIB)" scripts/c/test-core.sh
	scripts/c/promises.sh "$(C_LIB)" --shared
	scripts/c/promises.sh "$(C_LIB)" --static
# The pool of `test` runs them with the library that ships, which is loaded and run in a fifth of the time.
MEMORY_LIB = $(if $(POOL),$(abspath $(TARGET))/c-portable,$(C_LIB))
c-test-sanitize: c $(if $(POOL),package-c)
	scripts/c/sanitize.sh "$(MEMORY_LIB)" --sanitizers
c-test-valgrind: c $(if $(POOL),package-c)
	scripts/c/sanitize.sh "$(MEMORY_LIB)" --valgrind

.PHONY: c-driver
c-driver: c
	scripts/c/driver.sh

.PHONY: examples-c
examples-c: c ##Testing: runs every C and C++ example against the emulator
	scripts/c/examples.sh "$(C_LIB)"

.PHONY: package-c
package-c: $(if $(POOL),releases) ##Packaging: the C library, in dist/c/, and tests size, glibc, ABI, installation
	scripts/c/env.sh
	scripts/c/release.sh

.PHONY: platforms-c
platforms-c: ##Packaging: links the C library for musl and 64-bit ARM, on x86-64 Linux; not a part of `test`
	scripts/c/platforms.sh

.PHONY: install
install: ##Packaging: installs the C library [PREFIX=/usr/local] [DESTDIR=] [LIBDIR=] [EMULATOR=no]
	EMULATOR="$(EMULATOR)" scripts/c/build.sh --release
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" LIBDIR="$(LIBDIR)" scripts/c/install.sh "$(abspath $(TARGET))/c-release"

.PHONY: wheel
wheel: ##Packaging: the Python wheel and sdist as they would be published, in dist/
	scripts/python/env.sh
	scripts/python/package.sh wheel

.PHONY: package-python
package-python: ##Packaging: the same, and proves that they install and answer
	scripts/python/env.sh
	scripts/python/package.sh

.PHONY: package-python-check
package-python-check: $(if $(POOL),releases) # the wheel that lies in dist/
	scripts/python/package.sh check

.PHONY: third-party
third-party: ##Packaging: writes the licence notices of what is compiled into the packages
	scripts/python/third-party.py parlour-python bindings/python/THIRD-PARTY-NOTICES
	scripts/python/third-party.py parlour-node bindings/node/THIRD-PARTY-NOTICES
	scripts/python/third-party.py parlour-c bindings/c/THIRD-PARTY-NOTICES

.PHONY: recipes recipes-quick
recipes: python node ##Testing: frameworks at pinned versions with a client of this package (installs them, about 1 GB)
	scripts/python/recipes.sh all
	scripts/node/recipes.sh all

recipes-quick: python node # those that install in seconds
	scripts/side-by-side.sh "scripts/python/recipes.sh quick" "scripts/node/recipes.sh quick"

.PHONY: sdk-check
sdk-check: build python node ##Testing: the emulator and the programs of the guides with official SDKs
	EMULATOR_BIN="$(abspath $(BIN))/parlour-emulator" tests/sdk-check/run.sh
	tests/sdk-check/programs.sh

.PHONY: schema-check
schema-check: build # the emulator, and recordings if there are any, against the document of the wire
	EMULATOR_BIN="$(abspath $(BIN))/parlour-emulator" scripts/schema.sh emulator
	@$(if $(TRANSCRIPTS),scripts/schema.sh recordings "$(TRANSCRIPTS)")

.PHONY: json-schema-suite
json-schema-suite: build ##Testing: the validator of JSON Schema against the official test suite
	SUITE_BIN="$(abspath $(BIN))/json-schema-suite" scripts/json-schema-suite.sh run

# Behind `features` in the pool: they share a folder, and cargo would wait for it.
.PHONY: package
package: $(if $(POOL),features) ##Packaging: packs the core as it would be published, and compiles the package
	scripts/package.sh

.PHONY: fuzz
fuzz: ##Testing: a short run of each fuzz target [FUZZ_SECONDS=60]
	scripts/fuzz.sh "$(FUZZ_SECONDS)"

# What is compared with is compiled for speed: in the packages these are compiled for size.
PEERS := reqwest h2 hyper-util url idna

# The work folder of the shared harness has the official SDKs.
.PHONY: waits
waits: python node ##Measuring: waits under a rate limit, beside the official SDKs [BENCH_WORK=folder]
	$(PYTHON_DEV) tests/bench/python/waits.py

.PHONY: bench
bench: ##Measuring: the benchmarks, about two minutes [BENCH="--only unary"]; on an idle machine
	$(CARGO) build --release -p parlour-bench --bins $(LOCKED) \
		$(foreach peer,$(PEERS),--config profile.release.package.$(peer).opt-level=3)
	"$(TARGET)/release/bench-run" $(BENCH)
	"$(TARGET)/release/bench-agents"
	"$(TARGET)/release/bench-aborts"
	"$(TARGET)/release/bench-limits"
	"$(TARGET)/release/bench-resources"

.PHONY: clean
clean: ##Working: removes everything that was built or installed here
	$(CARGO) clean
	rm -rf .tools dist "$(NATIVE)" bindings/node/node_modules bindings/node/dist bindings/node/*.node
	rm -rf bindings/node-compat/node_modules bindings/node-compat/dist bindings/node-compat/test/compat_programs/dist
	rm -rf examples/node/node_modules
