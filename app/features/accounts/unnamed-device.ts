/** What a session keeps as its device where the client has said nothing of itself. Pages say it in their own language. */
export const UNNAMED_DEVICE = "An unnamed program";
