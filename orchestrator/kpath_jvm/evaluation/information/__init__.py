"""What profilers know, measured by their profiles of one program against an exact one."""
