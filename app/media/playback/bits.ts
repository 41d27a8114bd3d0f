/** Writes the fields of a frame's head, the highest bit first. */
export class BitWriter {
  #bits = "";

  write(value: number, count: number): this {
    this.#bits += value.toString(2).padStart(count, "0");
    return this;
  }

  toBytes(): Buffer {
    const bytes = this.#bits.match(/.{1,8}/g) ?? [];
    return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
  }
}

/** A CRC that starts with zeros and is not reflected. */
export function crc8(bytes: Buffer, polynomial: number): number {
  return checksum(bytes, 8, polynomial);
}

/** Computes a checksum of two bytes, where `crc8` has one. */
export function crc16(bytes: Buffer, polynomial: number): number {
  return checksum(bytes, 16, polynomial);
}

function checksum(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & top) === 0 ? crc << 1 : (crc << 1) ^ polynomial) & ((1 << width) - 1);
  }
  return crc;
}
