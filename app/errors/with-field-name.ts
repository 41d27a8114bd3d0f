import { Invalid } from "./app-error";

export async function withFieldName<Value>(
  field: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Invalid
      ? new Invalid(error.issues.map(({ message }) => ({ path: field, message })))
      : error;
  }
}
