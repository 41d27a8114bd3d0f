export function loader(): never {
  throw new Response("There is no page at this address.", { status: 404 });
}

export default function NotFound() {
  return null;
}
