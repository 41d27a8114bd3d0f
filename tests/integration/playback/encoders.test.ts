import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FFMPEG } from "../../support/media/ffmpeg";
import { probeEncoders } from "~/media/playback/encode/encoders.server";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-hardware-"));
  mkdirSync(join(folder, "dri"));
  writeFileSync(join(folder, "dri", "renderD128"), "");
});
afterAll(() => rmSync(folder, { recursive: true }));

interface FakeOptions {
  built: readonly string[];
  /** What a test encode prints before it fails. */
  failures?: Readonly<Record<string, string>>;
  benchmark?: string;
}

/** Stands in for an ffmpeg with other encoders than this machine's. */
function fakeFfmpeg(name: string, { built, failures = {}, benchmark = "" }: FakeOptions) {
  const path = join(folder, name);
  const log = `${path}.log`;
  writeFileSync(log, "");
  const list = built.map((encoder) => `echo ' V....D ${encoder.padEnd(20)} An encoder'`).join("\n");
  const cases = Object.entries(failures)
    .map(([encoder, message]) => `*" ${encoder} "*) echo '${message}' >&2; exit 1;;`)
    .join("\n");
  writeFileSync(
    path,
    `#!/bin/sh
echo "$*" >> '${log}'
case "$*" in *-encoders*)
${list}
exit 0;; esac
case " $* " in
${cases}
esac
echo '${benchmark}' >&2
`,
    { mode: 0o755 },
  );
  return { findBinary: () => Promise.resolve(path), calls: () => readFileSync(log, "utf8") };
}

const SPEED = "bench: utime=1.500s stime=0.500s rtime=0.500s";

describe("probeEncoders", () => {
  it("uses hardware that encodes a frame, and measures it by the clock", async () => {
    const { findBinary, calls } = fakeFfmpeg("vaapi", {
      built: ["libx264", "h264_nvenc", "h264_vaapi"],
      failures: { h264_nvenc: "[h264_nvenc @ 0x5] Cannot load libcuda.so.1\nsecond line" },
      benchmark: SPEED,
    });
    const report = await probeEncoders({ findBinary, renderFolder: join(folder, "dri") });
    expect(report).toMatchObject({
      encoder: "vaapi",
      hardware: [
        { name: "nvenc", reason: "Cannot load libcuda.so.1" },
        { name: "qsv", reason: "this ffmpeg has no h264_qsv" },
        { name: "vaapi", reason: null },
        { name: "videotoolbox", reason: "this ffmpeg has no h264_videotoolbox" },
      ],
    });
    expect(report.pixelsPerSecond).toBe((1280 * 720 * 48) / 0.5 / 2);
    expect(calls()).toContain(`-vaapi_device ${join(folder, "dri/renderD128")}`);
    expect(calls()).not.toContain("h264_qsv");
  });

  it("does not ask VAAPI without a device", async () => {
    mkdirSync(join(folder, "none"));
    const { findBinary, calls } = fakeFfmpeg("no-device", { built: ["libx264", "h264_vaapi"] });
    const report = await probeEncoders({ findBinary, renderFolder: join(folder, "none") });
    expect(report.hardware.find(({ name }) => name === "vaapi")?.reason).toBe(
      `no usable device in ${join(folder, "none")}`,
    );
    expect(calls()).not.toContain("h264_vaapi");
    expect(report).toMatchObject({ encoder: "h264", pixelsPerSecond: null });
  });

  it("uses software where hardware is turned off, and measures its processor time", async () => {
    const { findBinary, calls } = fakeFfmpeg("off", {
      built: ["libx264", "h264_nvenc"],
      benchmark: SPEED,
    });
    const report = await probeEncoders({ findBinary, allowsHardware: false });
    expect(report.encoder).toBe("h264");
    expect(new Set(report.hardware.map(({ reason }) => reason))).toEqual(
      new Set(["TRANSCODE_HARDWARE is off"]),
    );
    expect(calls()).not.toContain("h264_nvenc");
    // The benchmark divides by one core or by two.
    expect([1, 2].map((cores) => (1280 * 720 * 48 * cores) / 2 / 4)).toContain(
      report.pixelsPerSecond,
    );
  });

  it("has no encoder in an ffmpeg without libx264, and none without an ffmpeg", async () => {
    const { findBinary } = fakeFfmpeg("lgpl", { built: ["libopenh264"] });
    expect(await probeEncoders({ findBinary })).toMatchObject({
      encoder: null,
      pixelsPerSecond: null,
    });
    expect(await probeEncoders({ findBinary: () => Promise.resolve(null) })).toEqual({
      ffmpeg: null,
      encoder: null,
      pixelsPerSecond: null,
      hardware: [],
      isTentative: false,
    });
  });

  it("has a reason where a program is no ffmpeg", async () => {
    const path = join(folder, "broken");
    writeFileSync(path, "#!/bin/sh\nexit 3\n", { mode: 0o755 });
    expect(await probeEncoders({ findBinary: () => Promise.resolve(path) })).toMatchObject({
      ffmpeg: path,
      encoder: null,
    });
  });

  it.skipIf(FFMPEG === undefined)(
    "measures the real one (needs ffmpeg)",
    { tags: "rest" },
    async () => {
      const report = await probeEncoders({
        findBinary: () => Promise.resolve(FFMPEG ?? null),
        allowsHardware: false,
      });
      expect(report.encoder).toBe("h264");
      expect(report.pixelsPerSecond).toBeGreaterThan(0);
    },
  );
});
