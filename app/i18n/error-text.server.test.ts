import { describe, expect, it } from "vitest";
import { Invalid, NotFound } from "~/errors/app-error";
import { fromZodMessage, zodMessage } from "./error-message";
import { errorText } from "./error-text.server";

describe("an error's message", () => {
  it("is English unless a locale is given", () => {
    expect(errorText("password.required")).toBe("Enter your password.");
    expect(errorText("password.required", "es")).toBe("Escribe tu contraseña.");
  });

  it("has its values in every locale", () => {
    const tooLong = { key: "profile.nameTooLong", values: { max: 64 } } as const;
    expect(errorText(tooLong)).toBe("A name can have at most 64 characters.");
    expect(errorText(tooLong, "es")).toBe("Un nombre puede tener como máximo 64 caracteres.");
    expect(errorText({ key: "field.integer", values: { field: "year_filter" } }, "es")).toBe(
      "year_filter debe ser un número entero.",
    );
    expect(
      errorText(
        {
          key: "field.choiceNot",
          values: { field: "type_filter", value: "a.b", choices: "TV, Movie" },
        },
        "es",
      ),
    ).toBe("type_filter debe ser uno de estos valores: TV, Movie; no «a.b».");
  });

  it("renders a list of keys in the locale", () => {
    const rules = {
      key: "password.rules",
      values: { rules: ["password.rule.length", "password.rule.digit"] },
    } as const;
    expect(errorText(rules)).toBe("The password needs 6 to 20 characters and a digit.");
    expect(errorText(rules, "es")).toBe("La contraseña necesita de 6 a 20 caracteres y una cifra.");
  });

  it("leaves values as they are, whatever they contain", () => {
    const value = "{field} '{' <b>";
    expect(errorText({ key: "field.choiceNot", values: { field: "q", value, choices: "a" } })).toBe(
      `q must be one of a, not “${value}”.`,
    );
  });
});

describe("an AppError", () => {
  it("is English in the log and localized on a page", () => {
    const error = new NotFound("anime.notFound");
    expect(error.message).toBe("This anime doesn’t exist.");
    expect(error.localize("es")).toBe("Este anime no existe.");
  });

  it("names every refused field", () => {
    const error = new Invalid([
      { path: "email", message: "email.invalid" },
      { path: "password", message: "password.required" },
    ]);
    expect(error.message).toBe("Enter a valid email address. Enter your password.");
    expect(error.localize("es")).toBe(
      "Escribe un correo electrónico válido. Escribe tu contraseña.",
    );
  });
});

describe("a zod message", () => {
  it("passes a key and its values through an issue", () => {
    const message = { key: "userName.tooShort", values: { min: 3 } } as const;
    expect(fromZodMessage(zodMessage(message))).toEqual(message);
    expect(fromZodMessage(zodMessage("email.invalid"))).toBe("email.invalid");
  });

  it("is null for zod's own", () => {
    expect(fromZodMessage("Invalid input")).toBeNull();
  });
});
