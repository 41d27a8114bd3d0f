export * from "./accounts";
export * from "./catalog";
export * from "./library";
export * from "./listing";
export * from "./playback";
export * from "./title-images";
export * from "./search";
export * from "./uploads";
