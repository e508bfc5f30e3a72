"""What Python source declares, from its syntax tree alone; nothing is imported or executed."""
