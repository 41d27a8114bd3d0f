import { Invalid, type Issue } from "~/errors/app-error";
import { MOOD_CHOICES, MOOD_NAMES, type Mood } from "./mood";

/** Empty parameters are no choice. Throws `Invalid` for unknown values and for repeated ones. */
export function parseMood(parameters: URLSearchParams): Mood {
  const issues: Issue[] = [];
  const mood: Mood = {};
  for (const name of MOOD_NAMES) {
    const values = parameters.getAll(name).filter((value) => value !== "");
    if (values.length === 0) continue;
    const choices: readonly string[] = MOOD_CHOICES[name];
    const [value = ""] = values;
    if (values.length > 1 || !choices.includes(value))
      issues.push({
        path: name,
        message: { key: "field.choice", values: { field: name, choices: choices.join(", ") } },
      });
    else Object.assign(mood, { [name]: value });
  }
  if (issues.length > 0) throw new Invalid(issues);
  return mood;
}
