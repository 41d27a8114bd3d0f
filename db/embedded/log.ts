/** Takes what an operator has to know, and as a detail what happens at most starts and stops. */
export type DatabaseLog = (message: string, kind?: "detail") => void;
