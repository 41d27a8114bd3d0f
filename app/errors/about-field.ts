import { Invalid } from "./app-error";

/** Does work on what somebody has sent under a name, and lets its refusals name that field, whatever they named before. Throws what the work throws otherwise. */
export async function aboutField<Value>(field: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Invalid
      ? new Invalid(error.issues.map(({ message }) => ({ path: field, message })))
      : error;
  }
}
