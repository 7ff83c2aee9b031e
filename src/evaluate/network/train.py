#!/usr/bin/env python3
"""Trains a network of the shape in file.rs on a GPU, from records of `engine datagen label`.

Needs PyTorch and NumPy. The command-line trainer of Glulam, `engine tune network`, trains the same shape on the CPU;
this script is for hundreds of millions of positions. HISTORY.md says which networks it trained. Example:

    python3 src/evaluate/network/train.py --neurons 768 --seconds 335 --teacher "Stockfish 15.1" -o new.nnue part*.bin

All records are kept on the GPU, 32 bytes each. Every batch is a random sample of them. The first records of each file
are held out to measure the loss: the mean squared difference between the expected results of network and label.
"""
import argparse
import math
import struct
import time
import zlib

import numpy as np
import torch
from torch.autograd import Function

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
QA, QB, MAX_INPUT = 255, 64, 127
BUCKETS, SECOND, THIRD = 8, 16, 32
# Bound of a weight of the first layer: the shared part and the part of the king bucket have half of it each.
MOST_FIRST, MOST_SECOND = 505 / QA, 64 / QB
# King bucket of each square, from a1 to h8; the files e to h are mirrored.
KING_BUCKETS = [0, 1, 2, 3, 3, 2, 1, 0, 4, 4, 5, 5, 5, 5, 4, 4] + [6] * 8 + [7] * 40


def compiled(function):
    """Fuses the operations of a function to one GPU kernel."""
    return torch.compile(function, dynamic=False) if DEVICE == "cuda" else function


@compiled
def decode(records, scale):
    """Returns piece codes [2B, 64] (the side to move's views first; 12 is an empty square), king buckets [2B], output
    buckets [B] and targets [B] of records in bulletformat."""
    count = records.shape[0]
    bits = (records[:, :8, None] >> torch.arange(8, device=DEVICE, dtype=torch.uint8)) & 1
    bits = bits.reshape(count, 64)
    number = torch.cumsum(bits, 1, dtype=torch.int64)
    codes = torch.stack([records[:, 8:24] & 15, records[:, 8:24] >> 4], 2).reshape(count, 32)
    codes = torch.gather(codes, 1, (number - 1).clamp(min=0))
    own = torch.where(bits == 1, (codes & 7) + 6 * (codes >> 3), 12)
    theirs = torch.where(own < 6, own + 6, torch.where(own < 12, own - 6, own))
    theirs = theirs.view(count, 8, 8).flip(1).reshape(count, 64)
    views = torch.cat([own, theirs])
    kings = torch.cat([records[:, 27], records[:, 28]]).to(torch.int64)
    mirrored = views.view(2 * count, 8, 8).flip(2).reshape(2 * count, 64)
    views = torch.where(((kings & 7) >= 4)[:, None], mirrored, views)
    score = records[:, 24:26].contiguous().view(torch.int16).float().view(count)
    outputs = ((number[:, 63] - 2) * 8 // 32).clamp(0, 7)
    return views, torch.tensor(KING_BUCKETS, device=DEVICE)[kings], outputs, torch.sigmoid(score / scale)


@compiled
def features(views):
    """Returns the features of views as zeros and ones, [2B, 768]."""
    pieces = torch.arange(12, device=DEVICE, dtype=torch.uint8)
    return (views[:, None, :] == pieces[None, :, None]).reshape(-1, 768).to(torch.float32)


@compiled
def products(sums, half):
    """Returns the pairwise products, rounded down as in the engine."""
    a, b = sums[:, :half].clamp(0, 1), sums[:, half:].clamp(0, 1)
    return torch.floor(a * b * (QA * QA / 512)) * (1 / MAX_INPUT)


@compiled
def products_gradient(gradient, sums, half):
    """Returns the gradient of the pairwise products without the rounding."""
    a, b = sums[:, :half], sums[:, half:]
    of_a = torch.where((a > 0) & (a < 1), gradient * b.clamp(0, 1), 0.0)
    of_b = torch.where((b > 0) & (b < 1), gradient * a.clamp(0, 1), 0.0)
    return torch.cat([of_a, of_b], 1)


class FirstLayer(Function):
    """Multiplies features, sorted by king bucket, by the weights of their bucket. The result is in the order before
    sorting."""

    @staticmethod
    def forward(context, inputs, order, counts, weights, bias):
        context.save_for_backward(inputs, order)
        context.counts = counts
        parts = zip(inputs.split(counts), weights)
        result = torch.empty((len(inputs), len(bias)), device=DEVICE)
        result[order] = torch.cat([torch.addmm(bias, part, weight) for part, weight in parts])
        return result

    @staticmethod
    def backward(context, gradient):
        inputs, order = context.saved_tensors
        sorted_parts = zip(inputs.split(context.counts), gradient[order].split(context.counts))
        return None, None, None, torch.stack([a.t() @ b for a, b in sorted_parts]), gradient.sum(0)


class PairwiseProducts(Function):
    @staticmethod
    def forward(context, sums):
        context.save_for_backward(sums)
        return products(sums, sums.shape[1] // 2)

    @staticmethod
    def backward(context, gradient):
        (sums,) = context.saved_tensors
        return products_gradient(gradient, sums, sums.shape[1] // 2)


class Network:
    """Parameters as floats; 1.0 is QA in the first layer and QB in the second."""

    def __init__(self, neurons):
        def random(shape, most):
            return ((torch.rand(shape, device=DEVICE) * 2 - 1) * most).requires_grad_()

        def constant(shape, value):
            return torch.full(shape, value, device=DEVICE, requires_grad=True)

        self.shared = random((768, neurons), 0.06)
        self.by_king = constant((BUCKETS, 768, neurons), 0.0)
        self.bias = (torch.rand(neurons, device=DEVICE) * 0.2).requires_grad_()
        self.second = random((BUCKETS * SECOND, neurons), 0.25)
        self.second_bias = constant((BUCKETS, SECOND), 0.4)
        self.third = random((BUCKETS, 2 * SECOND, THIRD), 0.25)
        self.third_bias = constant((BUCKETS, THIRD), 0.3)
        self.output = random((BUCKETS, THIRD), 0.3)
        self.output_bias = constant((BUCKETS,), 0.0)

    def parameters(self):
        return list(vars(self).values())

    def forward(self, views, kings, outputs):
        count = len(outputs)
        order = torch.argsort(kings)
        counts = torch.bincount(kings, minlength=BUCKETS).tolist()
        weights = self.shared[None] + self.by_king
        sums = FirstLayer.apply(features(views[order]), order, counts, weights, self.bias)
        inputs = PairwiseProducts.apply(sums)
        inputs = torch.cat([inputs[:count], inputs[count:]], 1)
        # The engine rounds these weights, so the forward pass does too; the gradient ignores the rounding.
        second = self.second + (torch.round(self.second * QB) / QB - self.second).detach()
        bucket = torch.nn.functional.one_hot(outputs, BUCKETS).float()
        sums = (inputs @ second.t()).view(count, BUCKETS, SECOND) + self.second_bias
        values = (sums * bucket[:, :, None]).sum(1).clamp(0, 1)
        inputs = torch.cat([values * values, values], 1)
        third = self.third.permute(1, 0, 2).reshape(2 * SECOND, BUCKETS * THIRD)
        sums = (inputs @ third).view(count, BUCKETS, THIRD) + self.third_bias
        values = (sums * bucket[:, :, None]).sum(1).clamp(0, 1) ** 2
        return (values * (bucket @ self.output)).sum(1) + bucket @ self.output_bias

    @torch.no_grad()
    def clip(self):
        for part in (self.shared, self.by_king):
            part.clamp_(-MOST_FIRST / 2, MOST_FIRST / 2)
        self.second.clamp_(-MOST_SECOND, MOST_SECOND)

    def to_bytes(self, scale, teacher, data_hash):
        """Returns the bytes of the evaluation file."""

        def rounded(tensor, unit, kind):
            return np.rint(tensor.detach().cpu().double().numpy() * unit).astype(kind).tobytes()

        body = rounded(self.shared[None] + self.by_king, QA, "<i2") + rounded(self.bias, QA, "<i2")
        body += rounded(self.second, QB, "i1")
        for tensor in (self.second_bias, self.third, self.third_bias, self.output, self.output_bias):
            body += tensor.detach().cpu().numpy().astype("<f4").tobytes()
        header = b"GLULAMNN" + struct.pack("<IIIii", 2, len(self.bias), BUCKETS, QA, QB)
        header += struct.pack("<iQI", scale, data_hash, zlib.crc32(body)) + teacher.encode()
        return header.ljust(64, b"\0") + body


def read(files, held_out):
    """Returns the training records and the held-out records."""
    training, held = [], []
    for file in files:
        records = torch.from_numpy(np.fromfile(file, dtype=np.uint8).reshape(-1, 32))
        held.append(records[:held_out].to(DEVICE))
        training.append(records[held_out:].to(DEVICE))
    return torch.cat(training), torch.cat(held)


def loss(network, records, scale):
    views, kings, outputs, target = decode(records, scale)
    return (torch.sigmoid(network.forward(views, kings, outputs)) - target).square().mean()


@torch.no_grad()
def held_out_loss(network, records, scale, batch):
    batches = [part for part in records.split(min(batch, len(records))) if len(part) == min(batch, len(records))]
    return sum(loss(network, part, scale).item() for part in batches) / len(batches)


def train(network, records, arguments):
    """Trains for a fixed time; the learning rate falls along a cosine. Returns averaged parameters."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=0.0, weight_decay=0.01, fused=DEVICE == "cuda")
    average = [parameter.detach().clone() for parameter in network.parameters()]
    start, step, total, reported = time.time(), 0, 0.0, 0
    while (progress := (time.time() - start) / arguments.seconds) < 1:
        cosine = 0.004 + 0.996 * 0.5 * (1 + math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group["lr"] = arguments.rate * cosine * min(1, (step + 1) / 500)
        batch = records[torch.randint(0, len(records), (arguments.batch,), device=DEVICE)]
        error = loss(network, batch, arguments.scale)
        optimizer.zero_grad(set_to_none=True)
        error.backward()
        optimizer.step()
        network.clip()
        step, total = step + 1, total + error.detach()
        if step % 4 == 0:
            share = 0.004 if step > 2000 else 0.1
            torch._foreach_lerp_(average, [parameter.detach() for parameter in network.parameters()], share)
        if step % 2000 == 0:
            speed = step * arguments.batch / (time.time() - start) / 1e6
            print(f"step {step}: loss {float(total) / (step - reported):.6f}, {speed:.2f} M positions/s", flush=True)
            total, reported = 0.0, step
    print(f"{step} steps, {step * arguments.batch / 1e6:.0f} M positions")
    return average


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="records in bulletformat, with labels of a teacher")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--teacher", default="", help="name for the header of the file, at most 20 characters")
    parser.add_argument("--neurons", type=int, default=768, help="a multiple of 64 up to 1024")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=1.2e-3, help="highest learning rate")
    parser.add_argument("--scale", type=float, default=364, help="score at which the expected result is 73 %%")
    parser.add_argument("--header-scale", type=int, default=296, help="score of the engine for an output of 1.0")
    parser.add_argument("--held-out", type=int, default=16384, help="records held out per file")
    arguments = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(1)
    records, held = read(arguments.files, arguments.held_out)
    print(f"{len(records)} records, {len(held)} held out")
    network = Network(arguments.neurons)
    loss(network, held[: arguments.batch], arguments.scale)  # compiles the kernels before the time counts
    average = train(network, records, arguments)
    for parameter, value in zip(network.parameters(), average):
        parameter.data.copy_(value)
    print(f"held-out loss {held_out_loss(network, held, arguments.scale, arguments.batch):.6f}")
    data_hash = records.view(torch.int64).sum().item() & (1 << 64) - 1
    with open(arguments.output, "wb") as file:
        file.write(network.to_bytes(arguments.header_scale, arguments.teacher, data_hash))


if __name__ == "__main__":
    main()
