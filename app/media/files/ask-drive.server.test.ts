import { expect, it } from "vitest";
import { createAskDrive, DriveHangs } from "./ask-drive.server";

const answer = () => Promise.resolve("here");

it("passes on what a drive answers", async () => {
  const askDrive = createAskDrive();
  await expect(askDrive(answer)).resolves.toBe("here");
  await expect(askDrive(() => Promise.reject(new Error("EIO")))).rejects.toThrow("EIO");
  const answers = await Promise.all(Array.from({ length: 20 }, () => askDrive(answer)));
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
  await expect(askDrive(hang)).rejects.toBeInstanceOf(DriveHangs);
  await expect(askDrive(answer)).resolves.toBe("here");
  const others = await Promise.allSettled([askDrive(hang), askDrive(hang), askDrive(hang)]);
  expect(others.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(reads).toBe(2);
  await expect(askDrive(answer)).rejects.toBeInstanceOf(DriveHangs);
  fail(new Error("EIO"));
  await expect(askDrive(answer)).resolves.toBe("here");
});
