import { NotFound } from "~/errors/app-error";

export function loader(): never {
  throw new Response(new NotFound("There is no page at this address.").message, { status: 404 });
}

export default function Page(): null {
  return null;
}
