import { expect, it } from "vitest";
import { hanVariants } from "./han-variants";

it.each([
  ["simplified", "天官赐福", ["天官賜福"]],
  ["traditional", "魔道祖師", ["魔道祖师"]],
  ["Japanese", "攻殻機動隊", ["攻壳机动队", "攻殼機動隊"]],
  ["kana, which are Japanese alone", "進撃の巨人", []],
  ["no Chinese", "Kami no Tourou", []],
])("writes %s in the other forms of its characters", (_form, name, variants) => {
  expect(hanVariants(name)).toEqual(variants);
});
