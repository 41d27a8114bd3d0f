import { describe, expect, it } from "vitest";
import { createMediaSigner, type MediaViewer } from "./media-signer";

const FILE = ["shows", "Title", "01.mkv"];
const VIEWER: MediaViewer = "network:203.0.113.5";
const HOUR = 3_600_000;

describe("a signature", () => {
  it("covers a file with what is made from it, or a playlist with what is below it", () => {
    const signer = createMediaSigner(["secret"]);
    const file = signer.sign({ kind: "file", path: FILE }, VIEWER);
    const stream = ["shows", "Title", "1.m3u8"];
    const playlist = signer.sign({ kind: "playlist", path: stream }, VIEWER);
    expect(signer.verify(file, FILE, [VIEWER])).toEqual({ kind: "file", path: FILE });
    expect(signer.verify(file, [...FILE, "v1", "hls"], [VIEWER])).toEqual({
      kind: "file",
      path: FILE,
    });
    expect(signer.verify(file, ["shows", "Title", "02.mkv"], [VIEWER])).toBeNull();
    expect(signer.verify(file, ["shows", "Title"], [VIEWER])).toBeNull();
    expect(signer.verify(file, ["shows", "Title\0 01.mkv"], [VIEWER])).toBeNull();
    expect(signer.verify(playlist, [...stream, "1.ts"], [VIEWER])).toEqual({
      kind: "playlist",
      path: stream,
    });
    expect(signer.verify(playlist, ["shows", "Title", "1.ts"], [VIEWER])).toBeNull();
    expect(signer.verify(playlist, ["shows", "Title", "2.m3u8", "1.ts"], [VIEWER])).toBeNull();
  });

  it("for a subtitle of a file covers neither its segments nor its fonts, nor the file", () => {
    const signer = createMediaSigner(["secret"]);
    const subtitle = [...FILE, "v1", "subtitles", "2.vtt"];
    const token = signer.sign({ kind: "file", path: subtitle }, VIEWER);
    expect(signer.verify(token, subtitle, [VIEWER])).toEqual({ kind: "file", path: subtitle });
    for (const other of [
      FILE,
      [...FILE, "v1", "video", "copy", "1.m4s"],
      [...FILE, "v1", "fonts", "1"],
      [...FILE, "v1", "subtitles", "3.vtt"],
    ])
      expect(signer.verify(token, other, [VIEWER])).toBeNull();
  });

  it("is for one viewer", () => {
    const signer = createMediaSigner(["secret"]);
    const token = signer.sign({ kind: "file", path: FILE }, "session:abc");
    expect(signer.verify(token, FILE, ["session:abd", VIEWER])).toBeNull();
    expect(signer.verify(token, FILE, [VIEWER, "session:abc"])).not.toBeNull();
    expect(signer.verify(token, FILE, [])).toBeNull();
  });

  it("is not valid longer for a clock that was ahead when it was signed", () => {
    let now = 400 * 24 * HOUR + 1;
    const signer = createMediaSigner(["secret"], () => now);
    const token = signer.sign({ kind: "file", path: FILE }, VIEWER);
    const [earliest, latest] = [now - 305_000, now - 300_000];
    now = latest;
    expect(signer.verify(token, FILE, [VIEWER])).not.toBeNull();
    now = earliest;
    expect(signer.verify(token, FILE, [VIEWER])).toBeNull();
  });

  it("expires after twelve hours at the earliest and thirteen at the latest", () => {
    let now = 0;
    const signer = createMediaSigner(["secret"], () => now);
    for (const signedAt of [0, 1, HOUR - 1, HOUR]) {
      now = signedAt;
      const token = signer.sign({ kind: "file", path: FILE }, VIEWER);
      now = signedAt + 12 * HOUR - 1;
      expect(signer.verify(token, FILE, [VIEWER])).not.toBeNull();
      now = signedAt + 13 * HOUR;
      expect(signer.verify(token, FILE, [VIEWER])).toBeNull();
    }
  });

  it("is the same within an hour, so that a page that is loaded again has the same URLs", () => {
    let now = 10 * HOUR;
    const signer = createMediaSigner(["secret"], () => now);
    const sign = () => signer.sign({ kind: "file", path: FILE }, VIEWER);
    const first = sign();
    now += 1;
    const second = sign();
    now += HOUR - 1;
    expect(sign()).toBe(second);
    expect(second).not.toBe(first);
  });

  it("outlives the rotation of the secret, and not its end", () => {
    const token = createMediaSigner(["old"]).sign({ kind: "file", path: FILE }, VIEWER);
    expect(createMediaSigner(["new", "old"]).verify(token, FILE, [VIEWER])).not.toBeNull();
    expect(createMediaSigner(["new"]).verify(token, FILE, [VIEWER])).toBeNull();
  });

  it("is refused when any of its characters is another, or it is longer or shorter", () => {
    const signer = createMediaSigner(["secret"]);
    const token = signer.sign({ kind: "file", path: FILE }, VIEWER);
    for (let position = 0; position < token.length; position += 1) {
      const other = token[position] === "A" ? "B" : "A";
      const forged = token.slice(0, position) + other + token.slice(position + 1);
      expect(signer.verify(forged, FILE, [VIEWER])).toBeNull();
    }
    for (const forged of ["", token.slice(1), `${token}A`, `${token.slice(0, 31)}=`])
      expect(signer.verify(forged, FILE, [VIEWER])).toBeNull();
  });
});
