/** An element of EBML: its id in hexadecimal digits and its content. */
export function element(id: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, "hex"), size, content]);
}

export const byte = (id: string, value: number) => element(id, Buffer.from([value]));
export const text = (id: string, value: string) => element(id, Buffer.from(value));
