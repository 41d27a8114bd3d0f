export * from "./catalog";
export * from "./listing";
