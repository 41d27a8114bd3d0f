import { errorMessage } from "~/errors/error-message";
import type { Services } from "~/http/context";
import type { I18n } from "~/i18n/i18n";
import type { Mail } from "~/providers/mail/mailer.server";

const MAX_PENDING = 200;
let pending = 0;

/** Sends in the background: response times must not reveal accounts. `compose` may return null. */
export function sendInBackground(
  { mailer, log }: Pick<Services, "mailer" | "log">,
  compose: () => Promise<Mail | null>,
): void {
  if (mailer === null) return;
  if (pending >= MAX_PENDING) {
    log.warn("too many mails are waiting; one was dropped");
    return;
  }
  pending += 1;
  const send = async () => {
    const mail = await compose();
    if (mail !== null) await mailer.send(mail);
  };
  send()
    .catch((error: unknown) => log.error({ err: errorMessage(error) }, "a mail was not sent"))
    .finally(() => (pending -= 1));
}

export function composeMail(
  { t }: I18n,
  kind: "owner" | "reset",
  { to, site, link }: { to: string; site: string; link: string },
): Mail {
  switch (kind) {
    case "owner":
      return {
        to,
        subject: t("mail.owner.subject", { site }),
        text: t("mail.owner.text", { site, link }),
      };
    case "reset":
      return { to, subject: t("mail.reset.subject"), text: t("mail.reset.text", { site, link }) };
  }
}
