import { expect, it } from "vitest";
import { surrogateKeyHeader, titleKeys } from "./surrogate-keys";

it("are separated as each kind of cache reads them, and absent without a header", () => {
  const keys = titleKeys([1, 2, 1]);
  expect(surrogateKeyHeader("Surrogate-Key", keys)).toEqual({
    "surrogate-key": "titles title-1 title-2",
  });
  expect(surrogateKeyHeader("xkey")).toEqual({ xkey: "catalog" });
  expect(surrogateKeyHeader("Cache-Tag", keys)).toEqual({ "cache-tag": "titles,title-1,title-2" });
  expect(surrogateKeyHeader("Edge-Cache-Tag", ["catalog"])).toEqual({
    "edge-cache-tag": "catalog",
  });
  expect(surrogateKeyHeader(null, keys)).toEqual({});
});

it("are those of any change when they are longer than 1,000 characters", () => {
  // "titles" and 71 keys of 13 characters with their spaces are 1,000.
  const keys = Array.from({ length: 71 }, (_, count) => 1_000_000 + count);
  const [longest] = Object.values(surrogateKeyHeader("Surrogate-Key", titleKeys(keys)));
  expect(longest).toHaveLength(1_000);
  expect(surrogateKeyHeader("Surrogate-Key", titleKeys([...keys, 1]))).toEqual({
    "surrogate-key": "catalog titles",
  });
});
