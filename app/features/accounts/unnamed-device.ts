export const UNNAMED_DEVICE = "An unnamed program";
