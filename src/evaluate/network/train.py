#!/usr/bin/env python3
"""Trains a network of the shape in file.rs on a GPU, from records of `engine datagen label`.

Needs PyTorch and NumPy. The command-line trainer of Glulam, `engine tune network`, trains the same shape on the CPU;
this script is for hundreds of millions of positions. HISTORY.md says which networks it trained. Example:

    python3 src/evaluate/network/train.py --seconds 540 --teacher "Stockfish 15.1" --start default.nnue -o new.nnue part*.bin

The files may grow during the training: other processes can label positions at the same time. All records are kept on
the GPU, 32 bytes each; a board that occurs again is dropped, and a record whose label is beyond 500 centipawns is kept
with probability 500/|label|, at least 1/4. Every batch is a random sample. The first records of each file are held out
to measure the loss: the mean squared difference between the expected results of network and label.
"""
import argparse
import math
import os
import struct
import time
import zlib

import numpy as np
import torch
from torch.autograd import Function

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
FEATURES, BUCKETS, SECOND, THIRD = 768, 8, 16, 32
QA, QB, MAX_INPUT = 255, 64, 127
# Bounds of the weights of the first and the second layer: integers of 8 bits in units of QA, and 64 in units of QB.
MOST_FIRST, MOST_SECOND = 127 / QA, 64 / QB
# King bucket of each square, from a1 to h8; the files e to h are mirrored.
KING_BUCKETS = [0, 1, 2, 3, 3, 2, 1, 0, 4, 4, 5, 5, 5, 5, 4, 4] + [6] * 8 + [7] * 40
# Records whose |label| in centipawns is greater become rarer.
BALANCED = 500
# Size of the table of boards already seen: with 400 million boards, 5 % of new boards collide and are dropped.
SEEN_BITS = 33


def compiled(function):
    """Fuses the operations of a function to a few GPU kernels."""
    return torch.compile(function, dynamic=False) if DEVICE == "cuda" else function


def scores(records):
    return records[:, 24:26].contiguous().view(torch.int16).float().view(-1)


@compiled
def decode(records, scale):
    """Returns piece codes [2B, 64] (each position's side to move, then its opponent; 12 is an empty square), king
    buckets [2B], output buckets [B] and targets [B] of records in bulletformat."""
    count = records.shape[0]
    bits = (records[:, :8, None] >> torch.arange(8, device=DEVICE, dtype=torch.uint8)) & 1
    bits = bits.reshape(count, 64)
    number = torch.cumsum(bits, 1, dtype=torch.int64)
    codes = torch.stack([records[:, 8:24] & 15, records[:, 8:24] >> 4], 2).reshape(count, 32)
    codes = torch.gather(codes, 1, (number - 1).clamp(min=0))
    own = torch.where(bits == 1, (codes & 7) + 6 * (codes >> 3), 12)
    theirs = torch.where(own < 6, own + 6, torch.where(own < 12, own - 6, own))
    theirs = theirs.view(count, 8, 8).flip(1).reshape(count, 64)
    views = torch.stack([own, theirs], 1).reshape(2 * count, 64).to(torch.uint8)
    kings = torch.stack([records[:, 27], records[:, 28]], 1).reshape(-1).to(torch.int64)
    mirrored = views.view(2 * count, 8, 8).flip(2).reshape(2 * count, 64)
    views = torch.where(((kings & 7) >= 4)[:, None], mirrored, views)
    outputs = ((number[:, 63] - 2) * 8 // 32).clamp(0, 7)
    return views, torch.tensor(KING_BUCKETS, device=DEVICE)[kings], outputs, torch.sigmoid(scores(records) / scale)


@compiled
def features(views, order):
    """Returns the features of views in this order as zeros and ones, [2B, 768]."""
    pieces = torch.arange(12, device=DEVICE, dtype=torch.uint8)
    return (views[order][:, None, :] == pieces[None, :, None]).reshape(-1, FEATURES).to(torch.bfloat16)


@compiled
def products(sums, inverse):
    """Returns the pairwise products of sums in this order, rounded down as in the engine."""
    sums = sums[inverse].float()
    half = sums.shape[1] // 2
    a, b = sums[:, :half].clamp(0, QA), sums[:, half:].clamp(0, QA)
    return torch.floor(a * b * (1 / 512))


@compiled
def products_gradient(gradient, sums, order):
    """Returns the gradient of the pairwise products without the rounding."""
    half = sums.shape[1] // 2
    gradient = gradient[order] * (1 / 512)
    a, b = sums[:, :half].float(), sums[:, half:].float()
    of_a = torch.where((a > 0) & (a < QA), gradient * b.clamp(0, QA), 0.0)
    of_b = torch.where((b > 0) & (b < QA), gradient * a.clamp(0, QA), 0.0)
    return torch.cat([of_a, of_b], 1).to(torch.bfloat16)


@compiled
def integer_weights(shared, by_king):
    return torch.round((shared[None] + by_king) * QA).to(torch.bfloat16)


@compiled
def weight_gradients(gradient):
    gradient = gradient.float() * QA
    return gradient.sum(0), gradient


@compiled
def clipped(shared, by_king):
    """Returns both parts of the weights, clipped so that their sums are within the bound."""
    weights = (shared[None] + by_king).clamp(-MOST_FIRST, MOST_FIRST)
    shared = shared.clamp(-MOST_FIRST, MOST_FIRST)
    return shared, weights - shared[None]


class FirstLayer(Function):
    """The first layer and its pairwise products, from features sorted by king bucket to [B, N] in the order of the
    positions. The weights are rounded as in the engine; the gradient ignores it. Integers up to 256 are exact in
    bfloat16 and larger sums are clipped, so the products are those of the engine."""

    @staticmethod
    def forward(context, inputs, order, inverse, counts, shared, by_king, bias):
        weights, rounded = integer_weights(shared, by_king), torch.round(bias * QA).to(torch.bfloat16)
        sums = torch.empty((len(inputs), len(bias)), device=DEVICE, dtype=torch.bfloat16)
        for part, weight, result in zip(inputs.split(counts), weights, sums.split(counts)):
            if len(part):
                torch.addmm(rounded, part, weight, out=result)
        context.save_for_backward(inputs, order, sums)
        context.counts = counts
        return products(sums, inverse).view(len(inputs) // 2, -1)

    @staticmethod
    def backward(context, gradient):
        inputs, order, sums = context.saved_tensors
        gradient = products_gradient(gradient.reshape(len(inputs), -1), sums, order)
        result = torch.zeros((BUCKETS, FEATURES, sums.shape[1]), device=DEVICE, dtype=torch.bfloat16)
        for part, of_part, weight in zip(inputs.split(context.counts), gradient.split(context.counts), result):
            if len(part):
                torch.mm(part.t(), of_part, out=weight)
        return None, None, None, None, *weight_gradients(result), gradient.sum(0, dtype=torch.float32) * QA


@compiled
def later_layers(inputs, outputs, second, second_bias, third, third_bias, output, output_bias):
    """Returns the outputs of the network, [B], from the products of the first layer."""
    count = inputs.shape[0]
    second = second * QB + (torch.round(second * QB) - second * QB).detach()
    bucket = (outputs[:, None] == torch.arange(BUCKETS, device=DEVICE)).float()
    sums = (inputs @ second.t() * (1 / (QB * MAX_INPUT))).view(count, BUCKETS, SECOND) + second_bias
    values = (sums * bucket[:, :, None]).sum(1).clamp(0, 1)
    inputs = torch.cat([values * values, values], 1)
    third = third.permute(1, 0, 2).reshape(2 * SECOND, BUCKETS * THIRD)
    sums = (inputs @ third).view(count, BUCKETS, THIRD) + third_bias
    values = (sums * bucket[:, :, None]).sum(1).clamp(0, 1) ** 2
    return (values * (bucket @ output)).sum(1) + bucket @ output_bias


class Network:
    """Parameters as floats; 1.0 is QA in the first layer and QB in the second. A weight of the first layer is the sum
    of a part that all king buckets share and one of its king bucket."""

    def __init__(self, neurons):
        def random(shape, most):
            return ((torch.rand(shape, device=DEVICE) * 2 - 1) * most).requires_grad_()

        def constant(shape, value):
            return torch.full(shape, value, device=DEVICE, requires_grad=True)

        self.shared = random((FEATURES, neurons), 0.06)
        self.by_king = constant((BUCKETS, FEATURES, neurons), 0.0)
        self.bias = (torch.rand(neurons, device=DEVICE) * 0.2).requires_grad_()
        self.second = random((BUCKETS * SECOND, neurons), 0.25)
        self.second_bias = constant((BUCKETS, SECOND), 0.4)
        self.third = random((BUCKETS, 2 * SECOND, THIRD), 0.25)
        self.third_bias = constant((BUCKETS, THIRD), 0.3)
        self.output = random((BUCKETS, THIRD), 0.3)
        self.output_bias = constant((BUCKETS,), 0.0)

    def parameters(self):
        return list(vars(self).values())

    @classmethod
    @torch.no_grad()
    def load(cls, path):
        with open(path, "rb") as file:
            data = file.read()
        version, neurons = struct.unpack_from("<II", data, 8)
        assert data[:8] == b"GLULAMNN" and version == 3, f"{path} is not an evaluation file of version 3"
        network, at = cls(neurons), 64

        def take(shape, kind, unit=1):
            nonlocal at
            values = np.frombuffer(data, kind, math.prod(shape), at)
            at += values.nbytes
            return torch.from_numpy(values.astype(np.float32).reshape(shape) / unit)

        weights = take(network.by_king.shape, "i1", QA)
        network.shared.copy_(weights.mean(0))
        network.by_king.copy_(weights - weights.mean(0))
        network.bias.copy_(take(network.bias.shape, "<i2", QA))
        network.second.copy_(take(network.second.shape, "i1", QB))
        for tensor in network.parameters()[4:]:
            tensor.copy_(take(tensor.shape, "<f4"))
        return network

    def loss(self, batch):
        """Returns the loss on a prepared batch."""
        views, outputs, target, order, inverse, counts, ready = batch
        if ready:
            ready.synchronize()
        first = FirstLayer.apply(
            features(views, order), order, inverse, counts.tolist(), self.shared, self.by_king, self.bias
        )
        return (torch.sigmoid(later_layers(first, outputs, *self.parameters()[3:])) - target).square().mean()

    @torch.no_grad()
    def clip(self):
        for part, value in zip((self.shared, self.by_king), clipped(self.shared, self.by_king)):
            part.copy_(value)
        self.bias.clamp_(-1, 1)
        self.second.clamp_(-MOST_SECOND, MOST_SECOND)

    def to_bytes(self, scale, teacher, data_hash):
        """Returns the bytes of the evaluation file."""

        def rounded(tensor, unit, kind):
            return np.rint(tensor.detach().cpu().double().numpy() * unit).astype(kind).tobytes()

        body = rounded(self.shared[None] + self.by_king, QA, "i1") + rounded(self.bias, QA, "<i2")
        body += rounded(self.second, QB, "i1")
        for tensor in self.parameters()[4:]:
            body += tensor.detach().cpu().numpy().astype("<f4").tobytes()
        header = b"GLULAMNN" + struct.pack("<IIIii", 3, len(self.bias), BUCKETS, QA, QB)
        header += struct.pack("<iQI", scale, data_hash, zlib.crc32(body)) + teacher.encode()
        return header.ljust(64, b"\0") + body


def prepared(records, scale):
    """Decodes a batch and sorts its views by king bucket. The CPU receives the size of each king bucket without waiting:
    it prepares a batch before it starts the step on the batch before."""
    views, kings, outputs, target = decode(records, scale)
    order = torch.argsort(kings)
    inverse = torch.empty_like(order)
    inverse[order] = torch.arange(len(order), device=DEVICE)
    counts, ready = (kings[:, None] == torch.arange(BUCKETS, device=DEVICE)).sum(0), None
    if DEVICE == "cuda":
        counts = torch.empty(BUCKETS, dtype=torch.int64, pin_memory=True).copy_(counts, non_blocking=True)
        ready = torch.cuda.Event()
        ready.record()
    return views, outputs, target, order, inverse, counts, ready


class Data:
    """Records of files that may grow."""

    def __init__(self, files, capacity, held_out):
        self.files, self.offsets = files, [0] * len(files)
        self.held_out, self.held = held_out, [None] * len(files)
        self.records = torch.empty((capacity, 32), dtype=torch.uint8, device=DEVICE)
        self.count = self.repeated = self.unbalanced = 0
        self.seen = torch.zeros(1 << SEEN_BITS, dtype=torch.bool, device=DEVICE)

    def load(self):
        """Reads what was added to the files, at most 4 million records of each."""
        for number, file in enumerate(self.files):
            size = min(os.path.getsize(file) // 32 * 32 - self.offsets[number], 1 << 27)
            if size == 0 or self.held[number] is None and size < 64 * self.held_out:
                continue
            records = np.fromfile(file, np.uint8, size, offset=self.offsets[number]).reshape(-1, 32)
            self.offsets[number] += size
            records = torch.from_numpy(records).to(DEVICE)
            if self.held[number] is None:
                self.held[number], records = records[: self.held_out], records[self.held_out :]
                self.new(self.held[number])
            records = records[self.new(records)]
            chance = (BALANCED / scores(records).abs().clamp(min=1)).clamp(min=0.25)
            kept = records[torch.rand(len(records), device=DEVICE) < chance][: len(self.records) - self.count]
            self.unbalanced += len(records) - len(kept)
            self.records[self.count : self.count + len(kept)] = kept
            self.count += len(kept)

    def new(self, records):
        """Marks the boards of records as seen and returns which of them were new."""
        words = records[:, :24].contiguous().view(torch.int64)
        mixed = (words[:, 0] * -7046029254386353131 ^ words[:, 1]) * -4417276706812531889 ^ words[:, 2]
        mixed = (mixed ^ (mixed >> 29)) * -7046029254386353131
        index = (mixed >> 20) & (len(self.seen) - 1)
        new = ~self.seen[index]
        self.seen[index] = True
        self.repeated += len(records) - int(new.sum())
        return new

    def batch(self, size, scale):
        return prepared(self.records[torch.randint(0, self.count, (size,), device=DEVICE)], scale)

    def hash(self):
        """Returns the sum of all 64-bit words of the records."""
        parts = self.records[: self.count].split(1 << 26)
        return sum(part.view(torch.int64).sum().item() for part in parts) & (1 << 64) - 1


@torch.no_grad()
def held_out_loss(network, data, arguments):
    held = torch.cat([records for records in data.held if records is not None])
    batches = [part for part in held.split(arguments.batch) if len(part) == arguments.batch]
    return sum(network.loss(prepared(part, arguments.scale)).item() for part in batches) / max(1, len(batches))


def train(network, data, arguments):
    """Trains for a fixed time; the learning rate falls along a cosine. Returns averaged parameters."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=0.0, weight_decay=0.01, fused=DEVICE == "cuda")
    average = [parameter.detach().clone() for parameter in network.parameters()]
    start = loaded = reported = time.time()
    step, total, steps_reported = 0, torch.zeros((), device=DEVICE), 0
    batch = data.batch(arguments.batch, arguments.scale)
    while (progress := (time.time() - start) / arguments.seconds) < 1:
        cosine = 0.003 + 0.997 * 0.5 * (1 + math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group["lr"] = arguments.rate * cosine * min(1, (step + 1) / 1000)
        if time.time() - loaded > 3:
            data.load()
            loaded = time.time()
        following = data.batch(arguments.batch, arguments.scale)
        error = network.loss(batch)
        optimizer.zero_grad(set_to_none=True)
        error.backward()
        optimizer.step()
        network.clip()
        batch, step, total = following, step + 1, total + error.detach()
        if step % 4 == 0:
            share = 0.004 if step > 2000 else 0.1
            torch._foreach_lerp_(average, [parameter.detach() for parameter in network.parameters()], share)
        if time.time() - reported > 20:
            speed = step * arguments.batch / (time.time() - start) / 1e6
            print(f"{time.time() - start:.0f} s, step {step}: loss {float(total) / (step - steps_reported):.6f}, "
                  f"{speed:.2f} M positions/s, {data.count / 1e6:.0f} M records", flush=True)
            total, steps_reported, reported = torch.zeros((), device=DEVICE), step, time.time()
    print(f"{step} steps, {step * arguments.batch / 1e6:.0f} M positions of {data.count} records; "
          f"{data.repeated} were repeated, {data.unbalanced} beyond {BALANCED} centipawns were left out")
    return average


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="records in bulletformat, with labels of a teacher")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--start", metavar="NETWORK", help="evaluation file to begin with, instead of random weights")
    parser.add_argument("--teacher", default="", help="name for the header of the file, at most 20 characters")
    parser.add_argument("--neurons", type=int, default=768, help="a multiple of 64 up to 1024, without --start")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--least", type=int, default=1, help="number of new records to wait for before the training")
    parser.add_argument("--capacity", type=int, default=700_000_000, help="records for which memory is reserved")
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    parser.add_argument("--scale", type=float, default=364, help="score at which the expected result is 73 %%")
    parser.add_argument("--header-scale", type=int, default=296, help="score of the engine for an output of 1.0")
    parser.add_argument("--held-out", type=int, default=16384, help="records held out per file")
    arguments = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    torch.manual_seed(1)
    network = Network.load(arguments.start) if arguments.start else Network(arguments.neurons)
    data = Data(arguments.files, arguments.capacity, arguments.held_out)
    while data.count < arguments.least:
        data.load()
        time.sleep(0.5)
    # Compiles the kernels before the time counts.
    network.loss(data.batch(arguments.batch, arguments.scale)).backward()
    average = train(network, data, arguments)
    for parameter, value in zip(network.parameters(), average):
        parameter.data.copy_(value)
    network.clip()
    print(f"held-out loss {held_out_loss(network, data, arguments):.6f}")
    with open(arguments.output, "wb") as file:
        file.write(network.to_bytes(arguments.header_scale, arguments.teacher, data.hash()))


if __name__ == "__main__":
    main()
