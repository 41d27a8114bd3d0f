import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { ROLES } from "./roles";

export const roleSchema = z.enum(
  ROLES,
  zodMessage({ key: "field.choice", values: { field: "role", choices: ROLES.join(", ") } }),
);
