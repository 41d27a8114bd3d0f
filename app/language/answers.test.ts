import { describe, expect, it } from "vitest";
import { answerIn } from "./answers.server";
import { spanishAnswers } from "./answers/es";
import { serverWords } from "./catalogs.server";

const es = serverWords("es");

describe("an answer in the language of the page", () => {
  it("stays as it is in English", () => {
    expect(answerIn(serverWords("en"), "Anything at all.", "invalid")).toBe("Anything at all.");
  });

  it("is the sentence of that language, with what the English one told", () => {
    expect(answerIn(es, "Enter your password.")).toBe("Escribe tu contraseña.");
    expect(answerIn(es, "There may be at most 64 characters in your name.")).toBe(
      "Puede haber como máximo 64 caracteres en tu nombre.",
    );
    expect(answerIn(es, "The password needs 6 to 20 characters, a digit.")).toBe(
      "La contraseña necesita de 6 a 20 caracteres, una cifra.",
    );
    expect(answerIn(es, "year_filter must be a whole number.")).toBe(
      "year_filter debe ser un número entero.",
    );
    expect(answerIn(es, 'type_filter does not know "a.b". It takes TV, Movie.')).toBe(
      "type_filter no conoce «a.b». Admite TV, Movie.",
    );
  });

  it("is what its code says in general when that language does not know the sentence", () => {
    expect(answerIn(es, "Something new.", "not-found")).toBe("No está aquí.");
    expect(answerIn(es, "Something new.")).toBe("Something new.");
  });

  it("leaves no hole of a sentence open", () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      Object.entries(spanishAnswers).filter(([sentence, answer]) =>
        holes(answer).some((hole) => !holes(sentence).includes(hole)),
      ),
    ).toEqual([]);
  });
});
