import { afterAll, expect, it } from "vitest";
import { createLog } from "~/observability/log.server";
import { serviceClosers } from "~/process/service-closers.server";
import { createShutdownStack } from "~/process/shutdown-stack.server";
import { createTestServices } from "../../support/server/context";

interface Closable {
  close(): unknown;
}

function isClosable(value: unknown): value is Closable {
  return typeof (value as Partial<Closable> | null)?.close === "function";
}

const services = createTestServices({
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "akari@example.org",
  LIMITS_URL: "redis://127.0.0.1:1",
});
/** What can be closed, by its area. Rooms and open pages end before requests are finished. */
const { playback: _rooms, live: _live, ...areas } = services;
const named = Object.entries(areas).flatMap(([area, members]): [string, unknown][] => [
  [area, members],
  ...Object.entries(members ?? {}).map(([name, member]): [string, unknown] => [
    `${area}.${name}`,
    member,
  ]),
]);
/** Areas may share one. */
const closables = named.filter(
  (entry, index): entry is [string, Closable] =>
    isClosable(entry[1]) && named.findIndex(([, other]) => other === entry[1]) === index,
);
const closeAll = closables.map(([, closable]) => closable.close.bind(closable));
afterAll(() => Promise.all(closeAll.map((close) => close())));

it.each(closables)(
  "a stop at which %s fails closes all others, then the database",
  async (failing) => {
    const closed: string[] = [];
    for (const [name, closable] of closables)
      closable.close = () => {
        closed.push(name);
        if (name === failing) throw new Error("stuck");
      };
    const shutdown = createShutdownStack(createLog("silent"));
    shutdown.add({ database: () => closed.push("database") });
    shutdown.add(serviceClosers(services));
    await expect(shutdown.close()).rejects.toThrow(/^These could not be closed: [^,]+\.$/);
    expect(closed.slice(0, -1).sort()).toEqual(closables.map(([name]) => name).sort());
    expect(closed.at(-1)).toBe("database");
  },
);
