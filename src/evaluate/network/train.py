#!/usr/bin/env python3
"""Trains the network that Glulam evaluates with, on records of `engine datagen export`.

The net: 768 inputs (piece and square, seen by each side, mirrored so that the own king stands on the files a to d), one layer
of N neurons for either view, squared clipped ReLU, then one output for each bucket of men. Boards are dense one-hot vectors:
with 768 inputs one matrix product is quicker than any gather. Everything, data included, lies in the memory of one device.

A record is 36 bytes: 64 nibbles, a1 first and low, seen by the side to move (0 empty, 1-6 its own pawn to king, 9-14 the
other's); its score, i16; the result for it, 0 loss, 1 draw, 2 win; one byte spare. The file of a net is told in file.rs.

  engine datagen games -o run1.games --nodes 1000 --jobs 2 --games 100k --seed 1
  engine datagen export run1.games -o records.bin
  pip install -r requirements.txt
  ./train.py records.bin --out nets --size 64 128
  engine match full,evalfile=nets/128x1-0.2-0.3-1.nnue full@classical --nodes 20000

Each net brings a log, a checkpoint for --resume, and a .check: positions with their values in plain integers. On an H200 a net of
256 neurons learns from 8 to 10 million records a second. More epochs, or more weight of the result, learn the games by heart: with
30 and up to 0.5, on 11 to 17 million records, the loss was 0.0279 on what was trained on and 0.0367 on what was held out.
`engine tune network` does the same on processors alone.
"""

import argparse
import hashlib
import itertools
import math
import pathlib
import struct
import time
import zlib

import numpy as np
import torch

RECORD = 36
QA, QB = 255, 64
FIRST_LIMIT = 1.98  # 505/255: thirty-two men then add up to less than an i16 holds, the bias included
BIAS_LIMIT = 16_000 / QA
OUTPUT_LIMIT = 127 / QB
ROW_LIMIT = 33_025 / QB  # the sum of |w| of an output, so that the whole sum fits an i32
HEADER = struct.Struct("<8sIIIiiiQI20x")
MAGIC = b"GLULAMNN"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("records", nargs="+", type=pathlib.Path, help="files of engine datagen export")
    add("--out", type=pathlib.Path, default=pathlib.Path("nets"), help="folder for nets and logs [nets]")
    add("--size", type=int, nargs="+", default=[64], help="neurons of a view, a multiple of 32; one net each [64]")
    add("--buckets", type=int, default=1, choices=[1, 8], help="outputs, chosen by the number of men [1]")
    add("--wdl", nargs="+", default=["0.2-0.3"], help="weight of the result against the score: FIRST-LAST; FIRST "
        "for a quarter of the run, then a straight line to LAST; one net each [0.2-0.3]")
    add("--seed", type=int, nargs="+", default=[1], help="seed of weights and order; one net each [1]")
    add("--epochs", type=float, default=10, help="times every record is seen [10]")
    add("--seconds", type=float, default=math.inf, help="most seconds for one net; the schedule is fitted to it")
    add("--batch", type=int, default=16_384, help="records a step [16384]")
    add("--rate", type=float, default=1e-3, help="highest learning rate [1e-3]")
    add("--last-rate", type=float, default=1e-5, help="learning rate of the last step [1e-5]")
    add("--decay", type=float, default=0.01, help="weight decay of AdamW [0.01]")
    add("--scale", type=float, default=0, help="score at which a win is 73 %% likely; 0: fitted to the records [0]")
    add("--held-out", type=float, default=0.02, help="share of every file, from its front, kept for validation [0.02]")
    add("--start", type=pathlib.Path, help="a net to go on from, instead of random weights")
    add("--resume", action="store_true", help="go on from the checkpoint in --out, if there is one")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="cuda or cpu")
    add("--no-compile", action="store_true", help="do not compile the step")
    return parser.parse_args()


def read(paths, held_out):
    """Training and validation records, [n, 36] bytes each, and a hash of them all."""
    train, test, digest = [], [], hashlib.sha256()
    for path in paths:
        data = np.fromfile(path, dtype=np.uint8)
        if len(data) % RECORD:
            raise SystemExit(f"{path}: {len(data)} bytes are no whole number of records of {RECORD}: export it again")
        digest.update(data)
        data = data.reshape(-1, RECORD)
        cut = min(int(len(data) * held_out), 1_000_000)  # from the front: whole games, so nothing of them was trained on
        test.append(data[:cut])
        train.append(data[cut:])
    train, test = np.concatenate(train), np.concatenate(test)
    if not len(train) or not len(test):
        raise SystemExit("there are too few records: nothing to train on, or nothing held out (--held-out)")
    return train, test, int.from_bytes(digest.digest()[:8], "little")


def fit_scale(records):
    """The score that makes a logistic curve of the scores predict the results best."""
    scores = np.ascontiguousarray(records[:, 32:34]).view("<i2")[:, 0].astype(np.float64)
    results = records[:, 34] / 2
    loss = lambda k: np.mean((1 / (1 + np.exp(-scores / k)) - results) ** 2)
    return min(range(40, 801, 2), key=loss)


# From a nibble to the piece as its own side sees it: pawn to king 0-5, the other's 6-11, empty 12.
SEEN = torch.tensor([12, 0, 1, 2, 3, 4, 5, 12, 12, 6, 7, 8, 9, 10, 11, 12])
OTHER = torch.tensor([12, 6, 7, 8, 9, 10, 11, 12, 12, 0, 1, 2, 3, 4, 5, 12])


class Boards:
    """Turns records into one-hot boards of both views, on the device."""

    def __init__(self, device):
        squares = torch.arange(64, device=device)
        self.seen, self.other = SEEN.to(device), OTHER.to(device)
        self.flip = squares ^ 56
        self.orders = torch.stack([squares, squares ^ 7])
        self.pieces = torch.arange(12, device=device).view(1, 12, 1)

    def view(self, codes):
        king = (codes == 5).int().argmax(1)
        order = self.orders[((king & 7) >= 4).long()]
        codes = codes.gather(1, order)
        return (codes.unsqueeze(1) == self.pieces).flatten(1).float()

    def decode(self, rows, buckets):
        nibbles = rows[:, :32].long()
        nibbles = torch.stack([nibbles & 15, nibbles >> 4], 2).flatten(1)
        men = (nibbles != 0).sum(1)
        bucket = ((men - 2) * buckets // 32).clamp(max=buckets - 1)
        score = rows[:, 32].float() + 256 * (rows[:, 33].float() - 256 * (rows[:, 33] > 127))
        return (
            self.view(self.seen[nibbles]),
            self.view(self.other[nibbles[:, self.flip]]),
            bucket,
            score,
            rows[:, 34].float() / 2,
        )


class Net(torch.nn.Module):
    def __init__(self, size, buckets):
        super().__init__()
        self.first = torch.nn.Parameter(torch.empty(768, size).uniform_(-1, 1) * 0.06)
        self.bias = torch.nn.Parameter(torch.zeros(size))
        self.output = torch.nn.Parameter(torch.empty(buckets, 2 * size).uniform_(-1, 1) / math.sqrt(2 * size))
        self.output_bias = torch.nn.Parameter(torch.zeros(buckets))

    def forward(self, us, them, bucket):
        hidden = torch.cat([us @ self.first + self.bias, them @ self.first + self.bias], 1).clamp(0, 1).square()
        return (hidden * self.output[bucket]).sum(1) + self.output_bias[bucket]

    @torch.no_grad()
    def clip(self):
        self.first.clamp_(-FIRST_LIMIT, FIRST_LIMIT)
        self.bias.clamp_(-BIAS_LIMIT, BIAS_LIMIT)
        self.output.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)
        rows = self.output.abs().sum(1, keepdim=True)
        self.output.mul_((ROW_LIMIT / rows).clamp(max=1))

    def integers(self):
        """First layer, its bias, output, its bias, as the file has them."""
        scaled = lambda tensor, scale: tensor.detach().double().cpu().numpy() * scale
        whole = lambda values: np.rint(values).astype(np.int64)
        output = scaled(self.output, QB)
        # A row at its limit may be beyond it once rounded; cut off toward zero it never is.
        full = abs(whole(output)).sum(1, keepdims=True) > ROW_LIMIT * QB
        output = np.where(full, np.trunc(output), output)
        return whole(scaled(self.first, QA)), whole(scaled(self.bias, QA)), whole(output), whole(scaled(self.output_bias, QA * QB))

    def load(self, path):
        raw = path.read_bytes()
        if len(raw) < HEADER.size or not raw.startswith(MAGIC):
            raise SystemExit(f"{path} is no net of this trainer")
        _, _, size, buckets, *_ = HEADER.unpack(raw[:64])
        if (size, buckets) != (self.bias.numel(), self.output_bias.numel()):
            raise SystemExit(f"{path} has {size} neurons and {buckets} outputs, not those asked for")
        body = np.frombuffer(raw[64:-4 * buckets], dtype="<i2").astype(np.float32)
        first, bias, output = np.split(body, [768 * size, 769 * size])
        last = np.frombuffer(raw[-4 * buckets:], dtype="<i4").astype(np.float32)
        with torch.no_grad():
            for parameter, values, unit in (
                (self.first, first, QA), (self.bias, bias, QA), (self.output, output, QB), (self.output_bias, last, QA * QB)
            ):
                parameter.copy_(torch.from_numpy(values / unit).view_as(parameter))


def export(net, path, scale, data_hash):
    first, bias, output, output_bias = net.integers()
    assert abs(first).max() <= 505 and abs(bias).max() <= 16_000 and abs(output).max() <= 127
    if abs(output).sum(1).max() > 33_025:
        raise SystemExit("the weights of an output add up to more than 33,025: its sum could overflow")
    body = b"".join(part.astype(kind).tobytes() for part, kind in
                    ((first, "<i2"), (bias, "<i2"), (output, "<i2"), (output_bias, "<i4")))
    size, buckets = len(bias), len(output_bias)
    header = HEADER.pack(MAGIC, 1, size, buckets, QA, QB, scale, data_hash, zlib.crc32(body))
    aside = path.with_suffix(".new")
    aside.write_bytes(header + body)
    aside.replace(path)


def toward_zero(value, by):
    return np.sign(value) * (abs(value) // by)


def check(net, boards, rows, path, scale, buckets):
    """Evaluates records in plain integers, against the net in floating point; writes them for the engine to agree with."""
    first, bias, output, output_bias = net.integers()
    with torch.no_grad():
        us, them, bucket, *_ = boards.decode(rows, buckets)
        floats = net(us, them, bucket).double().cpu().numpy() * scale
    bucket = bucket.cpu().numpy()
    hidden = np.concatenate([view.cpu().numpy().astype(np.int64) @ first + bias for view in (us, them)], 1)
    sums = (hidden.clip(0, QA) ** 2 * output[bucket]).sum(1)
    scores = toward_zero((toward_zero(sums, QA) + output_bias[bucket]) * scale, QA * QB).clip(-29_000, 29_000)
    off = abs(scores - floats)
    print(f"  rounding: mean {off.mean():.2f}, worst {off.max():.1f} of {len(rows)} positions", flush=True)
    with open(path, "w") as out:
        for row, score in zip(rows.cpu().numpy(), scores):
            out.write(f"{fen(row)};{score}\n")


def fen(row):
    codes = np.stack([row[:32] & 15, row[:32] >> 4], 1).ravel()
    ranks = []
    for rank in range(7, -1, -1):
        text = "".join(".PNBRQK..pnbrqk."[code] for code in codes[8 * rank:8 * rank + 8])
        for empty in range(8, 0, -1):
            text = text.replace("." * empty, str(empty))
        ranks.append(text)
    return "/".join(ranks) + " w - - 0 1"


def weight_of_result(progress, first, last):
    return first + (last - first) * max(0.0, (progress - 0.25) / 0.75)


def rate(step, steps, options):
    if step < 200:
        return options.rate * (step + 1) / 200
    return options.last_rate + (options.rate - options.last_rate) * (1 + math.cos(math.pi * step / steps)) / 2


def train(name, size, wdl, seed, options, train_rows, test_rows, scale, data_hash):
    torch.manual_seed(seed)
    device, batch = options.device, options.batch
    boards, net = Boards(device), Net(size, options.buckets).to(device)
    if options.start:
        net.load(options.start)
    optimiser = torch.optim.AdamW(net.parameters(), lr=torch.tensor(options.rate), weight_decay=options.decay,
                                  fused=device == "cuda")
    first, last = map(float, wdl.split("-"))
    checkpoint = options.out / f"{name}.checkpoint"
    log = open(options.out / f"{name}.log", "a")

    def say(text):
        print(text, flush=True)
        print(text, file=log, flush=True)

    def loss_of(rows, share):
        us, them, bucket, score, result = boards.decode(rows, options.buckets)
        target = share * result + (1 - share) * torch.sigmoid(score / scale)
        return (torch.sigmoid(net(us, them, bucket)) - target).square().mean()

    step_loss = loss_of if options.no_compile or device == "cpu" else torch.compile(loss_of)
    steps = max(1, int(len(train_rows) * options.epochs / batch))
    step = 0
    if options.resume and checkpoint.exists():
        state = torch.load(checkpoint, map_location=device)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        step = state["step"]
    say(f"{name}: {len(train_rows)} records, {len(test_rows)} held out, scale {scale}, {steps} steps of {batch}")

    def held_out():
        with torch.no_grad():
            parts = [loss_of(rows, 0.5) * len(rows) for rows in test_rows.split(65_536)]
        return float(sum(parts)) / max(1, len(test_rows))

    order, used = None, 0
    total, share = torch.zeros((), device=device), torch.zeros((), device=device)
    started, begun = time.time(), step
    while step < steps:
        # Short of time, the schedule runs faster, so that it ends with its last rate. The first steps pay for the compiler.
        if step - begun == 200:
            warm = time.time()
        if step - begun == 700:
            now = time.time()
            affordable = int((options.seconds - (now - started)) * 500 / (now - warm)) if math.isfinite(options.seconds) else steps
            if affordable < steps - step:
                steps = step + max(1, affordable)
                say(f"{name}: {steps} steps are what {options.seconds:.0f} s allow")
        if order is None or used + batch > len(order):
            order, used = torch.randperm(len(train_rows), device=device), 0
        rows = train_rows[order[used:used + batch]]
        used += batch
        for group in optimiser.param_groups:
            group["lr"].fill_(rate(step, steps, options))
        share.fill_(weight_of_result(step / steps, first, last))
        loss = step_loss(rows, share)
        optimiser.zero_grad(set_to_none=True)
        (loss * batch).backward()  # AdamW does not mind the factor, and no gradient is too small for its format
        optimiser.step()
        net.clip()
        total += loss.detach()
        step += 1
        if step % 1000 == 0 or step == steps:
            since = (step - begun) % 1000 or 1000
            speed = (step - begun) * batch / (time.time() - started)
            say(f"{name}: step {step}/{steps}, rate {rate(step - 1, steps, options):.2e}, loss {float(total) / since:.6f}, "
                f"held out {held_out():.6f}, {speed / 1e6:.2f} M records/s")
            total.zero_()
            torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, checkpoint)
    path = options.out / f"{name}.nnue"
    export(net, path, scale, data_hash)
    check(net, boards, test_rows[:1000], path.with_suffix(".check"), scale, options.buckets)
    say(f"{name}: {path}, held out {held_out():.6f}, {time.time() - started:.0f} s")


def main():
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")  # tf32: boards are exact in it, weights keep ten bits in the product
    train_rows, test_rows, data_hash = read(options.records, options.held_out)
    scale = round(options.scale) or fit_scale(test_rows if len(test_rows) > 10_000 else train_rows)
    train_rows, test_rows = (torch.from_numpy(rows).to(options.device) for rows in (train_rows, test_rows))
    for size, wdl, seed in itertools.product(options.size, options.wdl, options.seed):
        name = f"{size}x{options.buckets}-{wdl}-{seed}"
        train(name, size, wdl, seed, options, train_rows, test_rows, scale, data_hash)


if __name__ == "__main__":
    main()
