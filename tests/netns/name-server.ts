import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Addresses of both kinds, or an alias. Null never responds. */
export type Resolver = (
  queryCount: number,
) => readonly string[] | { alias: string; addresses: readonly string[] } | null;

const [A, CNAME, AAAA] = [1, 5, 28];

/**
 * Unlisted names do not exist. `asked` counts the queries for a name's IPv4 addresses, so that
 * responses can change.
 */
export async function startNameServer(names: Readonly<Record<string, Resolver>>): Promise<void> {
  const socket = createSocket("udp4");
  const queryCount = new Map<string, number>();
  socket.on("message", (question, from) => {
    const { name, type, end } = readQuestion(question);
    const responses = names[name];
    const count = queryCount.get(name) ?? 0;
    if (type === A) queryCount.set(name, count + 1);
    const response = responses?.(count);
    if (response === null) return;
    reply(socket, question.subarray(0, end), {
      port: from.port,
      address: from.address,
      type,
      response,
    });
  });
  socket.bind(53, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
    labels.push(message.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: message.readUInt16BE(offset + 1),
    end: offset + 5,
  };
}

function reply(
  socket: Socket,
  question: Buffer,
  {
    port,
    address,
    type,
    response,
  }: { port: number; address: string; type: number; response: ReturnType<Resolver> | undefined },
): void {
  const { alias, addresses } =
    response === undefined || response === null
      ? { alias: null, addresses: [] }
      : "alias" in response
        ? response
        : { alias: null, addresses: response };
  const matching = addresses.filter((one) => (one.includes(":") ? AAAA : A) === type);
  const records = [
    ...(alias === null ? [] : [record(Buffer.from([0xc0, 12]), CNAME, encodedName(alias))]),
    ...matching.map((one) =>
      record(
        alias === null ? Buffer.from([0xc0, 12]) : encodedName(alias),
        type,
        encodedAddress(one),
      ),
    ),
  ];
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (response === undefined ? 3 : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  socket.send(Buffer.concat([head, question.subarray(12), ...records]), port, address);
}

/** The TTL is zero, so that nothing is cached. */
function record(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, fixed, data]);
}

function encodedName(name: string): Buffer {
  return Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function encodedAddress(address: string): Buffer {
  if (!address.includes(":")) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return Buffer.from(
    [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")]
      .map((group) => group.padStart(4, "0"))
      .join(""),
    "hex",
  );
}
