// The id pass of picking: which row's centre is in which pixel of a small area around the mouse.
flat in int row;
layout(location = 0) out int result;

void main() { result = row; }
