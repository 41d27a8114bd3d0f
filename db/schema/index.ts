export * from "./accounts";
export * from "./catalog";
export * from "./library";
export * from "./listing";
export * from "./playback";
export * from "./pictures";
export * from "./search";
export * from "./uploads";
