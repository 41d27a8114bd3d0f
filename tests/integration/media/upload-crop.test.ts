import sharp from "sharp";
import { expect, it } from "vitest";
import { createDiskStorage } from "~/media/storage/disk.server";
import { gradient, pixel } from "../../factories/image";
import { createTempFolder } from "../../support/media/image-service";
import { dataOf, createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

async function uploader() {
  const folder = createTempFolder();
  const api = await createSignedInClient(database, { DATA_DIR: folder });
  const storage = createDiskStorage(`${folder}/uploads`);
  const upload = async (fields: FormData | Record<string, unknown>) => {
    const response = await api.send(
      "POST",
      "/api/uploadImage",
      fields instanceof FormData ? fields : { filename: "me.png", ...fields },
    );
    expect(response.status).toBe(200);
    return Buffer.from((await storage.read(dataOf<string>(response).slice("/ipfs/".length))) ?? []);
  };
  return { api, upload };
}

function expectColor(
  result: { r: number; g: number; b: number },
  { r, g, b }: { r: number; g: number; b: number },
): void {
  for (const [part, expected] of [
    [result.r, r],
    [result.g, g],
    [result.b, b],
  ] as const)
    expect(Math.abs(part - expected)).toBeLessThan(24);
}

it("crops the chosen area, in per cent of the displayed image", async () => {
  const { upload } = await uploader();
  const image = await gradient({ width: 400, height: 200 });
  const made = await upload({
    image: image.toString("base64"),
    crop: { x: 50, y: 0, width: 25, height: 50 },
  });
  expect(await sharp(made).metadata()).toMatchObject({ format: "webp", width: 100, height: 100 });
  // The factory's gradients grow redder to the right and greener to the bottom.
  expectColor(await pixel(made, 2, 2), await pixel(image, 202, 2));
  expectColor(await pixel(made, 97, 97), await pixel(image, 297, 97));

  // Rotated by EXIF: displayed 200 wide and 400 high.
  const turned = await sharp(image).withMetadata({ orientation: 6 }).toBuffer();
  const upright = await sharp(turned).autoOrient().png().toBuffer();
  const cut = await upload({ image: turned.toString("base64"), crop: "0,50,50,25" });
  expect(await sharp(cut).metadata()).toMatchObject({ width: 100, height: 100 });
  expectColor(await pixel(cut, 2, 2), await pixel(upright, 2, 202));
  expectColor(await pixel(cut, 97, 97), await pixel(upright, 97, 297));
});

it("crops a form's file, under its JSON field name too, to the fixed proportions", async () => {
  const { upload, api } = await uploader();
  const image = new Blob([new Uint8Array(await gradient({ width: 800, height: 800 }))]);
  for (const name of ["file", "image"]) {
    const form = new FormData();
    form.set(name, image, "me.png");
    form.set("isBanner", "true");
    form.set("crop", "0,25,100,50");
    expect(await sharp(await upload(form)).metadata()).toMatchObject({ width: 800, height: 222 });
  }
  const tiny = new FormData();
  tiny.set("file", image, "me.png");
  tiny.set("crop", "99.99,99.99,0.001,0.001");
  expect(await sharp(await upload(tiny)).metadata()).toMatchObject({ width: 1, height: 1 });
  const wrong = new FormData();
  wrong.set("image", new Blob(["<svg/>"]), "me.svg");
  expect(await api.send("POST", "/api/uploadImage", wrong)).toMatchObject({
    status: 400,
    body: { issues: [{ path: "image" }] },
  });
});

it("names an invalid crop", async () => {
  const { api } = await uploader();
  const image = (await gradient()).toString("base64");
  for (const crop of [
    "1,2,3",
    "90,0,20,20",
    { x: 0, y: 0, width: 0, height: 10 },
    { x: 0 },
    5,
    null,
    [1, 2, 3, 4],
  ]) {
    const response = await api.send("POST", "/api/uploadImage", {
      image,
      filename: "me.png",
      crop,
    });
    expect([
      crop,
      response.status,
      (response.body as { issues?: { path: string }[] }).issues?.[0]?.path.split(".")[0],
    ]).toEqual([crop, 400, "crop"]);
  }
});
