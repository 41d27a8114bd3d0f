import { describe, expect, it } from "vitest";
import { createRemembered } from "./remembered.server";

function maker() {
  const made: string[] = [];
  return { made, make: (value: string) => () => Promise.resolve((made.push(value), value)) };
}

describe("createRemembered", () => {
  it("makes a value once, also for those who ask at the same time", async () => {
    const { made, make } = maker();
    const remembered = createRemembered(2);
    expect(
      await Promise.all([remembered.get("a", make("first")), remembered.get("a", make("second"))]),
    ).toEqual(["first", "first"]);
    expect(await remembered.get("a", make("third"))).toBe("first");
    expect(made).toEqual(["first"]);
  });

  it("forgets what was not asked for the longest once there are too many", async () => {
    const { made, make } = maker();
    const remembered = createRemembered(2);
    for (const key of ["a", "b", "a", "c"]) await remembered.get(key, make(key));
    expect(await remembered.get("a", make("again"))).toBe("a");
    expect(await remembered.get("b", make("again"))).toBe("again");
    expect(made).toEqual(["a", "b", "c", "again"]);
  });

  it("does not keep a failure", async () => {
    const remembered = createRemembered(2);
    await expect(remembered.get("a", () => Promise.reject(new Error("away")))).rejects.toThrow(
      "away",
    );
    expect(await remembered.get("a", () => Promise.resolve("back"))).toBe("back");
  });

  it("forgets everything when told", async () => {
    const { made, make } = maker();
    const remembered = createRemembered(2);
    await remembered.get("a", make("old"));
    remembered.clear();
    expect(await remembered.get("a", make("new"))).toBe("new");
    expect(made).toEqual(["old", "new"]);
  });
});
