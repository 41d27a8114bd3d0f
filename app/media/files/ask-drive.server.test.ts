import { expect, it } from "vitest";
import { createAskDrive, DriveHangs } from "./ask-drive.server";

const answer = () => Promise.resolve("here");

it("passes on what a drive answers", async () => {
  const askDrive = createAskDrive();
  await expect(askDrive("a", answer)).resolves.toBe("here");
  await expect(askDrive("b", () => Promise.reject(new Error("EIO")))).rejects.toThrow("EIO");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => askDrive(`a${index}`, answer)),
  );
  expect(new Set(answers)).toEqual(new Set(["here"]));
});

it("gives up on a drive that hangs, and asks no other while two do", async () => {
  const askDrive = createAskDrive(10);
  let reads = 0;
  let fail: (error: Error) => void = () => undefined;
  const hang = () => {
    reads += 1;
    return new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
  };
  await expect(askDrive("first", hang)).rejects.toBeInstanceOf(DriveHangs);
  await expect(askDrive("a", answer)).resolves.toBe("here");
  const others = await Promise.allSettled([
    askDrive("first", hang),
    askDrive("second", hang),
    askDrive("third", hang),
  ]);
  expect(others.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(reads).toBe(2);
  await expect(askDrive("a", answer)).rejects.toBeInstanceOf(DriveHangs);
  fail(new Error("EIO"));
  await expect(askDrive("a", answer)).resolves.toBe("here");
});

it("asks a drive that hangs the same question once, so that others are asked", async () => {
  const askDrive = createAskDrive(10);
  let reads = 0;
  const hang = () => {
    reads += 1;
    return new Promise<string>(() => undefined);
  };
  for (let time = 0; time < 4; time += 1)
    await expect(askDrive("dead", hang)).rejects.toBeInstanceOf(DriveHangs);
  expect(reads).toBe(1);
  await expect(askDrive("healthy", answer)).resolves.toBe("here");
});
