/** Whether this page asked to stop; only this page knows, because the server writes down no seat. */

class Asked {
  byMe = $state(false);
}

export const asked = new Asked();
