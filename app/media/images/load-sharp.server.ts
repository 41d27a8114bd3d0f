import type sharp from "sharp";

/**
 * Loads sharp when it is first needed, as it takes 28 MB, and without a cache of its own: no image
 * is read twice in this process.
 */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import("sharp");
  loaded.cache(false);
  return loaded;
}
